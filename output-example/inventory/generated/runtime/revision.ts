// The runtime of idemgen, copied as it is. Do not edit: `idemgen generate` writes it.
/* eslint-disable */ // @generated
/** Revision of the code in this folder, in logs and client properties; raised whenever it changes. */
export const RUNTIME = 1

/** The migration step that this revision works with; the step before is accepted too. */
export const SCHEMA_STEP = 1
