declare module 'virtual:emoji-words' {
  const rows: readonly (readonly [emoji: string, en: string, uk: string, words: string])[];
  export default rows;
}
