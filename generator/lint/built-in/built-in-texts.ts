import type { RuleText } from '../rule.js'
import { amqpTexts } from './amqp-texts.js'
import { annotationTexts } from './annotation-texts.js'
import { asyncapiTexts } from './asyncapi-texts.js'
import { dispatchTexts } from './dispatch-texts.js'
import { errorTexts } from './error-texts.js'
import { groupTexts } from './group-texts.js'
import { handlerTexts } from './handler-texts.js'
import { keyTexts } from './key-texts.js'
import { readingTexts } from './reading-texts.js'
import { suppressionTexts } from './suppression-texts.js'

/** What is said of findings that come from reading and building a document rather than from a rule of lint. */
export const builtInTexts: readonly RuleText[] = [
  ...readingTexts,
  ...asyncapiTexts,
  ...annotationTexts,
  ...keyTexts,
  ...dispatchTexts,
  ...groupTexts,
  ...errorTexts,
  ...amqpTexts,
  ...suppressionTexts,
  ...handlerTexts,
]
