import { defineConfig } from 'vitest/config'

/** Where `npm run variants` has put a deliberately broken copy of the runtime, to see the tests catch it. */
const variant = process.env.IDEMGEN_RUNTIME_VARIANT

export default defineConfig({
  resolve: {
    alias:
      variant === undefined ? [] : [{ find: /^.*\/templates\/runtime\/(.*)\.js$/, replacement: `${variant}/$1.ts` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Two cores: more files at once would make servers wait for the tests rather than the tests for the servers.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
