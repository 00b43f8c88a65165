import { writeFileSync } from 'node:fs'

// Imported before a program that is measured: writes what the process has used, all its threads and its start included.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const peakBytes = process.resourceUsage().maxRSS * 1024
  writeFileSync(process.env.BENCH_USAGE ?? '', JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes }))
})
