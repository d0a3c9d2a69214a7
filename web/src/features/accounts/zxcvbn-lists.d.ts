/** The packages declare their lists all together alone. */
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const keyboards: Record<string, Record<string, (string | null)[]>>;
  export default keyboards;
}
declare module '*.json.mjs' {
  const words: string[];
  export default words;
}
