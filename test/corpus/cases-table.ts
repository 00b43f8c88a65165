/**
 * Reports from the field that made other generators fail, by their number in the project's list, and the cases under
 * test/cases that show what becomes of such a document here. Numbers that are missing have no input.
 */
export const fieldReports: Readonly<Record<number, readonly [string, ...string[]]>> = {
  15: ['reference-relative'],
  16: ['reference-file-missing', 'reference-target-missing'],
  17: ['reference-absolute'],
  18: ['reference-whole-file'],
  20: ['reference-avro', 'schema-format-unsupported'],
  21: ['reference-bindings'],
  23: ['types-nullable'],
  28: ['types-dates'],
  29: ['types-const'],
  30: ['event-type-constants'],
  31: ['types-union-property'],
  32: ['types-lists'],
  34: ['types-all-of'],
  35: ['types-recursion'],
  36: ['types-pattern-properties'],
  39: ['payload-primitive'],
  40: ['types-own-and-referenced'],
  42: ['several-messages', 'version-2-messages', 'dispatch-ambiguous', 'dispatch-const', 'dispatch-message-type'],
  44: ['reply-sent', 'reply-received', 'reply-on-channel'],
  46: ['version-2', 'version-2-client'],
  47: ['parameters-named', 'parameters'],
  49: ['trait-list-replaced', 'trait-list-replaced-2'],
  50: ['headers-no-object'],
  51: ['exchange-only'],
  52: ['exchange-consumed'],
  54: ['bind-patterns'],
  55: ['binding-exchange-and-queue'],
  56: ['exchanges'],
  57: ['queue-several-messages', 'queue-channel', 'queues-of-a-group'],
  66: ['channels-missing'],
}

/** Reports about tools, and about what no document can say: nothing to read. */
export const withoutInput: readonly number[] = [59, 61, 62, 64]

/** Reports about names, which are on their way. */
export const notYet: readonly number[] = [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 14, 24, 26]
