import type { TestsDoneMessage } from './index.js'
import type { Same } from './same.js'

type Payload = TestsDoneMessage['payload']
type Texts = 'medium' | 'medium+' | 'Medium' | '+' | '' | '1' | 'true' | 'test plus' | 'test+'
export const level: Same<Payload['level'], Texts | 1 | -1 | 0 | 1.5 | true | null | undefined> = true
export const kinds: Payload['kind'][] = ['urn:a:b', 'in progress', 'a\nb', 'a"b', "it's", '`${x}`', 'e\u0301', '\u00e9']
