/** The sections of a language that come first, and all others: two parts of one file (`web/words-in-parts.ts`). */
declare module '*.json?door' {
  const words: object;
  export default words;
}
declare module '*.json?desk' {
  const words: object;
  export default words;
}
