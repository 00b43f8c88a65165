import type { TestProject } from 'vitest/node'
import { findServers } from '../../scripts/servers.mjs'
import { createTemplate } from './template-database.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly amqpUrl: string
    readonly databaseUrl: string
    /** The database that each test database is a copy of. */
    readonly templateDatabase: string
  }
}

/** Runs once before all test files: finds the servers and makes the database that tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { AMQP_URL, DATABASE_URL } = process.env
  // `npm test` has told already where it found them.
  const isTold = AMQP_URL !== undefined && DATABASE_URL !== undefined
  const servers = await findServers(isTold ? { log: () => {} } : {})
  const template = await createTemplate(servers.databaseUrl)
  project.provide('amqpUrl', servers.amqpUrl)
  project.provide('databaseUrl', servers.databaseUrl)
  project.provide('templateDatabase', template.name)
  return async () => {
    try {
      await template.drop()
    } finally {
      await servers.stop()
    }
  }
}
