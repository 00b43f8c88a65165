import type { RegisteredMessage } from './index.js'
import type { Same } from './same.js'

type Words = 'name' | 'class' | 'new' | 'static' | 'status' | 'arguments' | 'constructor' | 'prototype' | 'toString'
type Signs = 'a-b' | 'a_b' | 'aB' | '1a' | '' | 'with space' | '@type' | '$id2' | 'naïve' | '東京'
type Names = Words | Signs | 'additionalProperties' | 'validate' | 'marshal'
export const names: Same<keyof RegisteredMessage['payload'], Names> = true
