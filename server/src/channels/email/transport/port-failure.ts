/** The owner of the mailbox could not do its part (its database is away): no fault of the mail server. */
export class PortFailure extends Error {
  override name = 'PortFailure';
}

/** Marks what goes wrong on our own side, so that it is never told as a fault of the mailbox. */
export async function keepingApart<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (cause) {
    throw new PortFailure('The mailbox port failed', { cause });
  }
}
