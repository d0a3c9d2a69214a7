import { Head } from './head.tsx';
import { awayUntil } from './home.tsx';
import { Lines } from './icon.tsx';
import type { The } from './the.ts';
import { Uploads, useCarried, useUploads } from './uploads.tsx';

/** A message was left while nobody was there: its number, where the answer goes, and the files on their way to it. */
export function Left({ the, talk }: { the: The; talk: string }) {
  const { setup, words, text, asked } = the;
  const found = the.state.conversations.find((one) => one.key === talk);
  const uploads = useUploads(the, talk);
  useCarried(the, talk, uploads);
  return (
    <>
      <Head the={the} title={text('title')} sub={awayUntil(the)} />
      <div class="left" role="status">
        <Lines />
        <h2>{words.got}</h2>
        <p>
          {found && `${words.ticket} ${found.number}. `}
          {setup.mails_transcripts && asked.email && `${words.byMail} ${asked.email}. `}
          {text('thanks')}
        </p>
        <Uploads of={uploads} words={words} isUnderWay />
        <button type="button" class="line" onClick={() => the.go({ name: 'home' })}>
          {words.home}
        </button>
      </div>
    </>
  );
}
