import type { RuleText } from '../rule.js'

/** What the build says of error classes. */
export const errorTexts: readonly RuleText[] = [
  {
    name: 'error-class-in-both-lists',
    topic: 'errors',
    severity: 'error',
    summary: 'an error class is a business error and a system error',
    why: 'One is parked at once, the other retried: it cannot be both.',
    wrong: `business: [OutOfStock]
system: [OutOfStock]`,
    right: 'business: [OutOfStock]',
  },
  {
    name: 'error-class-invalid',
    topic: 'errors',
    severity: 'error',
    summary: 'the name of an error class cannot be one',
    why: 'It becomes a class of the generated code, and its code in logs and records.',
    wrong: 'business: [out of stock]',
    right: 'business: [OutOfStock]',
  },
]
