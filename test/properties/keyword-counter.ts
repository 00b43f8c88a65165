import { isObject, type Json } from '../../generator/model/document.js'
import { mapSubschemas } from '../../generator/model/schema-keywords.js'

/** How often each keyword stood in the schemas that were counted, at any depth. */
export class KeywordCounter {
  readonly #counts = new Map<string, number>()

  count(schema: Json): void {
    if (typeof schema === 'boolean') this.#add(String(schema))
    if (!isObject(schema)) return
    for (const [word, value] of Object.entries(schema)) {
      this.#add(word)
      mapSubschemas(word, value, (child) => {
        this.count(child)
        return child
      })
    }
  }

  /** Those of the words that were seen less often. */
  rarerThan(least: number, words: readonly string[]): readonly string[] {
    return words.filter((word) => (this.#counts.get(word) ?? 0) < least)
  }

  #add(word: string): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
  }
}

/** What a schema can say about values, and what is said beside that. */
export const allKeywords: readonly string[] = [
  ...['type', 'enum', 'const', 'nullable', 'true', 'false', '$ref', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'if', 'then', 'else', 'dependencies'],
  ...['items', 'additionalItems', 'prefixItems', 'contains', 'uniqueItems', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs'],
  ...['discriminator', '$id', 'definitions', '$defs'],
]
