/** Opens the demo's mailboxes, so that the connection check has a wrong answer to show. */
export const mailboxPassword = 'sandbox';

export type BoxedMail = { readonly uid: number; readonly raw: Buffer; readonly at: Date };

export type Folder = {
  readonly name: string;
  readonly specialUse: string | null;
  readonly uidValidity: string;
  uidNext: number;
  readonly mails: BoxedMail[];
  /** Told when a mail arrives. */
  readonly watchers: Set<() => void>;
};

export type Box = { readonly address: string; readonly folders: readonly Folder[] };

/** The mail of the demo: a few mailboxes in memory, and an answer to what leaves for anywhere else. */
export type PostOffice = {
  readonly boxes: readonly Box[];
  boxOf(address: string): Box | undefined;
  /** `refused` in a server's words. Everything for other people goes to `onLeaving`. */
  accept(envelope: { from: string; to: string }, raw: Buffer): Promise<void>;
  refusal(address: string): string | undefined;
};

export type OpeningBox = {
  address: string;
  folders: readonly { name: string; specialUse: string | null; uidValidity: string; uidNext: number }[];
};

export function openPostOffice(
  opening: readonly OpeningBox[],
  onLeaving: (envelope: { from: string; to: string }, raw: Buffer) => Promise<void>,
): PostOffice {
  const boxes = opening.map(({ address, folders }) => ({
    address: address.toLowerCase(),
    folders: folders.map((folder): Folder => ({ ...folder, mails: [], watchers: new Set() })),
  }));
  const boxOf = (address: string) => boxes.find((one) => one.address === address.toLowerCase());
  return {
    boxes,
    boxOf,
    refusal: (address) =>
      address.toLowerCase().startsWith('nobody@')
        ? `550 5.1.1 <${address}>: Recipient address rejected: User unknown`
        : undefined,
    async accept(envelope, raw) {
      const [inbox] = boxOf(envelope.to)?.folders ?? [];
      if (inbox) addMail(inbox, raw, new Date());
      else await onLeaving(envelope, raw);
    },
  };
}

export function addMail(folder: Folder, raw: Buffer, at: Date): BoxedMail {
  const mail = { uid: folder.uidNext++, raw, at };
  folder.mails.push(mail);
  for (const tell of folder.watchers) tell();
  return mail;
}
