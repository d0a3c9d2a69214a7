/** What is chosen where there is no choice. Among several nobody is to be guessed for. */
export const onlyOne = <T>(rows: readonly T[]): T | undefined => (rows.length === 1 ? rows[0] : undefined);
