import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { findProgram } from '../../scripts/servers/machine.mjs'
import { type FindOptions, findServers, type Servers } from '../../scripts/servers.mjs'
import { waitFor } from './wait-for.js'

const closedPort = 1
const given = { AMQP_URL: inject('amqpUrl'), DATABASE_URL: inject('databaseUrl') }
const hasBinaries = (await findProgram('rabbitmq-server', ['/usr/lib/rabbitmq/bin'])) !== undefined
const lines: string[] = []

afterEach(() => {
  vi.unstubAllEnvs()
  lines.length = 0
})

test('servers named by the environment are used, with one line about each', async () => {
  const servers = await find({ env: given, ways: ['environment'] })
  expect(servers).toMatchObject({ amqpUrl: given.AMQP_URL, databaseUrl: given.DATABASE_URL })
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^PostgreSQL: PostgreSQL [\d.]+ from DATABASE_URL$/)
  expect(lines[1]).toMatch(/^RabbitMQ: RabbitMQ [\d.]+ from AMQP_URL$/)
  await servers.stop()
})

test('a server that the environment names in vain is not replaced by another', async () => {
  const env = { ...given, AMQP_URL: `amqp://guest:guest@127.0.0.1:${closedPort}` }
  await expect(find({ env })).rejects.toThrow(/^AMQP_URL names a RabbitMQ that cannot be used: .*ECONNREFUSED/)
})

test('a user who may not create databases is told so', async () => {
  const role = `idemgen_test_${randomUUID().slice(0, 8)}`
  const server = new pg.Client({ connectionString: given.DATABASE_URL })
  await server.connect()
  await server.query(`create role ${role} login password 'any'`)
  const url = new URL(given.DATABASE_URL)
  url.username = role
  url.password = 'any'
  await expect(find({ env: { ...given, DATABASE_URL: url.href } })).rejects.toThrow(
    'DATABASE_URL names a PostgreSQL that cannot be used: its user may not create databases',
  )
  await server.query(`drop role ${role}`)
  await server.end()
})

test('when no way leads to a server, the error says what to do and what was tried', async () => {
  const failing = find({ env: {}, postgresqlPort: closedPort, ways: ['localhost'] })
  await expect(failing).rejects.toThrow(/^no PostgreSQL found: start one, set DATABASE_URL to one that runs, or/)
  await expect(failing).rejects.toThrow(/ {2}localhost: .*ECONNREFUSED/)
})

test.runIf(hasBinaries)(
  'servers started from binaries end, with their folders, when their user is killed',
  async () => {
    const script = new URL('../../scripts/servers.mjs', import.meta.url).href
    const program = `import { findServers } from ${JSON.stringify(script)}
    const servers = await findServers({ env: {}, amqpPort: 1, postgresqlPort: 1, ways: ['localhost', 'native'] })
    process.stdout.write(JSON.stringify(servers) + '\\n')
    setInterval(() => {}, 1000)`
    const folder = await mkdtemp(join(tmpdir(), 'idemgen-test-'))
    // The servers run as other users.
    await chmod(folder, 0o755)
    const user = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [line] = await once(createInterface({ input: user.stdout }), 'line')
    const { amqpUrl, databaseUrl } = JSON.parse(line) as Servers
    const ports = [amqpUrl, databaseUrl].map((url) => Number(new URL(url).port))
    for (const port of ports) expect(await isOpen(port)).toBe(true)
    user.kill('SIGKILL')
    for (const port of ports) await waitFor(async () => !(await isOpen(port)), { what: `nothing listens on ${port}` })
    await waitFor(async () => (await readdir(folder)).length === 0, { what: 'the folders are gone' })
    await rmdir(folder)
  },
)

test('servers in Docker are published on free ports of localhost and removed at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idemgen-test-'))
  const log = join(folder, 'docker.log')
  const bin = fileURLToPath(new URL('fixtures/bin', import.meta.url))
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
  vi.stubEnv('DOCKER_LOG', log)
  vi.stubEnv('DOCKER_TARGETS', JSON.stringify({ 5432: given.DATABASE_URL, 5672: given.AMQP_URL }))
  const servers = await find({ env: {}, ways: ['docker'] })
  const ports = [servers.databaseUrl, servers.amqpUrl].map((url) => new URL(url).port)
  expect(lines[0]).toMatch(new RegExp(`^PostgreSQL: PostgreSQL [\\d.]+ in Docker on port ${ports[0]}$`))
  expect(lines[1]).toMatch(new RegExp(`^RabbitMQ: RabbitMQ [\\d.]+ in Docker on port ${ports[1]}$`))
  await servers.stop()
  for (const port of ports) expect(await isOpen(Number(port))).toBe(false)
  const asked = (await readFile(log, 'utf8')).trim().split('\n')
  const named = asked.filter((line) => line.startsWith('run')).map((line) => /--name (\S+)/.exec(line)?.[1])
  expect(named).toHaveLength(2)
  for (const name of named) expect(asked).toContain(`rm --force ${name}`)
  await rm(folder, { recursive: true })
})

function find(options: FindOptions): Promise<Servers> {
  return findServers({ ...options, log: (line) => lines.push(line) })
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
