/** A package that the emitted code needs. */
export interface Requirement {
  readonly name: string
  /** The major version that the emitted code is tested with. */
  readonly major: number
  /** The oldest version of that major that it is tested with. */
  readonly minimum: string
  /** Only to compile: any later major will do as well. */
  readonly development: boolean
}

/** In the order in which they are printed. */
export const requirements: readonly Requirement[] = [
  { name: 'amqplib', major: 2, minimum: '2.3.0', development: false },
  { name: 'pg', major: 8, minimum: '8.23.0', development: false },
  { name: 'ajv', major: 8, minimum: '8.20.0', development: false },
  { name: 'ajv-formats', major: 3, minimum: '3.0.1', development: false },
  { name: '@types/pg', major: 8, minimum: '8.23.0', development: true },
  { name: '@types/node', major: 20, minimum: '20.19.0', development: true },
]
