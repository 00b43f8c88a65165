import type { Position } from './finding.js'
import type { Place } from './pointer.js'

/** A value of JSON, as YAML or JSON files give it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** One file of a document: its text as read and its parsed value, references kept as references. */
export interface SourceFile {
  /** The path as shown to the user: as given for the root spec, relative to the working directory otherwise. */
  readonly path: string
  /** Where it lies on the disk, with `/`; absent for a text from elsewhere. Never part of an output. */
  readonly absolutePath?: string
  readonly text: string
  readonly value: Json
}

/**
 * An AsyncAPI document as read: the root spec and every file that its references reach.
 * References are kept as references, so shared schemas stay shared and identity is `file#pointer`.
 */
export interface Document {
  /** By `Place.file`; the root spec under the empty name. */
  readonly files: ReadonlyMap<string, SourceFile>
  /** Absolute path of the folder that `Place.file` is relative to. */
  readonly folder: string
  /** Line and column of a place, computed when asked; the nearest parent's when the place itself does not exist. */
  readonly locate: (place: Place) => Position
}
