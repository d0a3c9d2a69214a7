/** What a noun of the contract is called under `access.nouns`. */
export const nounKey = (noun: string) => noun.replaceAll('-', '_') as 'tickets';
