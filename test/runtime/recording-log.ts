import type { Logger } from '../../templates/runtime/types.js'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: object
}

export interface RecordingLog extends Logger {
  readonly lines: readonly LogLine[]
  has(part: string): boolean
}

/** A logger that keeps what it is told. */
export function recordingLog(): RecordingLog {
  const lines: LogLine[] = []
  const at = (level: LogLine['level']) => (fields: object, message: string) =>
    void lines.push({ level, message, fields })
  return {
    lines,
    has: (part) => lines.some(({ message }) => message.includes(part)),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  }
}
