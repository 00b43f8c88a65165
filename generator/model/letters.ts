/**
 * The letters, marks and digits that a name may be made of, for a class of a regular expression with the flag `u`:
 * scripts in use today, as Unicode 13 has them. Node and TypeScript each know Unicode as it was when they were made: of a
 * letter that came later one would make an identifier that the other refuses, and two machines would make two names.
 */
export const nameLetters = [
  ...['0-9A-Za-z', '\\u00aa-\\u02af', '\\u0300-\\u052f', '\\u0531-\\u0587', '\\u05d0-\\u05ea'], // Latin to Hebrew
  ...['\\u0620-\\u0669', '\\u066e-\\u06d3', '\\u06f0-\\u06fc'], // Arabic
  ...['\\u0900-\\u0bff', '\\u0c05-\\u0c39', '\\u0c3e-\\u0c56', '\\u0c66-\\u0c6f'], // India, north and east
  ...['\\u0c85-\\u0cb9', '\\u0cbc-\\u0cd6', '\\u0ce6-\\u0cef', '\\u0d00-\\u0ddf'], // India, south, and Ceylon
  ...['\\u0e01-\\u0edf', '\\u1000-\\u109f', '\\u1780-\\u17d3'], // Thailand, Laos, Burma, Cambodia
  ...['\\u10a0-\\u137f', '\\u1c90-\\u1cbf'], // Georgia, Korea, Ethiopia
  ...['\\u1e00-\\u1fff', '\\u2c60-\\u2c62', '\\u2c64-\\u2c70', '\\u2d00-\\u2d2d'], // accents, and small letters of capitals above
  ...['\\u3041-\\u30ff', '\\u3400-\\u4db5', '\\u4e00-\\u9fef', '\\uac00-\\ud7a3'], // Japan, China, Korea
].join('')
