import { toastUndo } from './toast.tsx';
import { expectWayBack } from './ways-back.ts';

type Doing<T> = {
  work: () => Promise<T>;
  said: (done: T) => string;
  back: (done: T) => void;
};

/** Does what can be taken back: by the toast that says it is done, and by Z while it is being done already. */
export async function doWithWayBack<T>({ work, said, back }: Doing<T>): Promise<void> {
  const way = expectWayBack(() => {});
  let isTakenBack = false;
  const done = await work().finally(() => {
    isTakenBack = way.end();
  });
  if (isTakenBack) back(done);
  else toastUndo(said(done), () => back(done));
}
