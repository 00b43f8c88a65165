// `npm run test:full`: what takes too long for every change, before an issue is closed. Every version of TypeScript and
// way to import, many more random schemas, and the checks of large outputs. Arguments go to vitest.

process.env.TEST_FULL = '1'
if (process.argv.length === 2) process.argv.push('test/full', 'test/properties')
await import('./test.mjs')
