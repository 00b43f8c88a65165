// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
import { ConfigurationError } from '../errors.js'
import { SCHEMA_STEP } from '../revision.js'
import type { Database } from '../types.js'
import { sqlState } from './classify.js'

/**
 * Makes sure that the migrations have run: of this step or the one before, so that a service may be deployed before or
 * after them. Throws `ConfigurationError` with the code `migrations-missing` or `migrations-too-new`.
 */
export async function checkSchemaStep(database: Pick<Database<unknown>, 'query' | 'schema'>): Promise<void> {
  const step = await readStep(database)
  if (step === undefined || step < SCHEMA_STEP - 1) throw missing(database.schema, step)
  if (step <= SCHEMA_STEP) return
  throw new ConfigurationError(
    'migrations-too-new',
    `the tables in schema ${database.schema} are at step ${step}, and this code knows steps up to ${SCHEMA_STEP}: ` +
      'run `npx idemgen generate` with the idemgen that wrote the migrations, and deploy the result',
  )
}

async function readStep(database: Pick<Database<unknown>, 'query' | 'schema'>): Promise<number | undefined> {
  try {
    const { rows } = await database.query<{ step: number | null }>(
      `select max(step)::integer as step from ${database.schema}.schema_step`,
    )
    return rows[0]?.step ?? undefined
  } catch (error) {
    // Undefined table, undefined schema.
    if (sqlState(error) === '42P01' || sqlState(error) === '3F000') return undefined
    throw error
  }
}

function missing(schema: string, step: number | undefined): ConfigurationError {
  const found = step === undefined ? 'there are no tables' : `the tables are at step ${step}`
  return new ConfigurationError(
    'migrations-missing',
    `${found} in schema ${schema}, and this code needs step ${SCHEMA_STEP}: run the migrations that idemgen wrote ` +
      '(`npx dbmate --migrations-dir migrations up` or `npx node-pg-migrate up`)',
  )
}
