/** An error of a validator that ajv has made. */
export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** What ajv compiles a schema to. */
export interface Validator {
  (data: unknown, context?: Context): boolean
  errors?: readonly SchemaError[] | null
}

export interface Context {
  readonly instancePath?: string
}
