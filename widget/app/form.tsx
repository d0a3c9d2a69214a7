import { useRef, useState } from 'preact/hooks';
import { Refused } from '../talk/transport.ts';
import { Head } from './head.tsx';
import { awayUntil, Notice } from './home.tsx';
import { Icon } from './icon.tsx';
import type { The } from './the.ts';
import { Attach, Uploads, useUploads } from './uploads.tsx';

const inputOf = { name: 'text', email: 'email', phone: 'tel', question: 'text' } as const;
const fields = Object.keys(inputOf) as (keyof typeof inputOf)[];
type Field = keyof typeof inputOf | 'message' | 'agrees';
type Errors = Partial<Record<Field, string>>;

/** What is asked before the first message. The button is never disabled: the field says what is missing. */
export function Form({ the }: { the: The }) {
  const { setup, words, text, look, talk, keep } = the;
  const { form } = setup.settings;
  const how = form[setup.is_online ? 'online' : 'offline'];
  const [message, write] = useState(keep.read().drafts?.[''] ?? '');
  const [agrees, agree] = useState(false);
  const [errors, tell] = useState<Errors>({});
  const [isBusy, wait] = useState(false);
  const [trouble, sayTrouble] = useState('');
  const box = useRef<HTMLFormElement>(null);
  const uploads = useUploads(the, '');
  const takes = setup.settings.behaviour.takes_files === 1;

  function show(found: Errors): boolean {
    tell(found);
    const first = ([...fields, 'message', 'agrees'] as const).find((field) => found[field]);
    if (first) (box.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
    return !first;
  }

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const found: Errors = {};
    for (const field of fields)
      if (how[field] === 'required' && !the.asked[field]?.trim()) found[field] = words.required;
    const { email = '' } = the.asked;
    if (how.email !== 'off' && email.trim() && !/^[^\s@]+@[^\s@.]+\.\S+$/.test(email.trim()))
      found.email = words.invalid_email;
    if (!message.trim()) found.message = words.required;
    if (form.consent === 'required' && !agrees) found.agrees = words.agree;
    if (!show(found)) return;
    const asked = Object.fromEntries(
      fields.filter((field) => how[field] !== 'off').map((field) => [field, the.asked[field]?.trim() ?? '']),
    );
    wait(true);
    sayTrouble('');
    const begun = talk.begin(message.trim(), {
      asked,
      agrees: agrees || form.consent === 'notice',
      language: look.language,
    });
    the.carry({ talk: begun.talk, files: uploads.whole });
    // It is kept among what is to be sent.
    keep.draft('', '');
    try {
      const key = await begun.taken;
      the.go({ name: setup.is_online ? 'talk' : 'left', talk: key });
    } catch (error) {
      wait(false);
      // It is kept and tried again: the conversation shows how far it has come.
      if (!(error instanceof Refused) || error.seconds) return the.go({ name: 'talk', talk: begun.talk });
      keep.draft('', message);
      const named: Errors = {};
      for (const { key, field = '', message: said } of error.all) {
        const last = field.split('.').at(-1);
        const own = last === 'text' ? 'message' : fields.find((one) => one === last);
        const word = words[key as 'required'] ?? said;
        if (own) named[own] = word;
        else sayTrouble(word);
      }
      show(named);
    }
  }

  const labels = { ...words, question: text('question') };
  return (
    <>
      <Head
        the={the}
        title={setup.is_online ? words.before : words.leave}
        sub={setup.is_online ? words.why : awayUntil(the)}
      />
      <form
        class="scroll form"
        noValidate
        ref={box}
        onSubmit={(event) => void send(event)}
        {...(takes && uploads.taking)}
      >
        {(the.invited || !setup.is_online) && <p>{the.invited?.text ?? text('offline')}</p>}
        {fields.map(
          (field) =>
            how[field] !== 'off' && (
              <label class="field" key={field}>
                <span>
                  {labels[field]} {how[field] === 'optional' && <i>{words.optional}</i>}
                </span>
                <input
                  name={field}
                  {...({ type: inputOf[field] } as { type: 'text' })}
                  autoComplete={field === 'phone' ? 'tel' : field === 'question' ? 'off' : field}
                  maxLength={200}
                  dir="auto"
                  value={the.asked[field] ?? ''}
                  aria-required={how[field] === 'required'}
                  onInput={(event) => the.tell({ ...the.asked, [field]: event.currentTarget.value })}
                  {...flaw(errors[field], field)}
                />
                <Flaw of={field} text={errors[field]} />
              </label>
            ),
        )}
        <label class="field">
          <span>{words.message}</span>
          <textarea
            name="message"
            rows={setup.is_online ? 3 : 5}
            maxLength={10_000}
            dir="auto"
            aria-required
            value={message}
            placeholder={text('placeholder')}
            onInput={(event) => {
              write(event.currentTarget.value);
              if (!isBusy) keep.draft('', event.currentTarget.value);
            }}
            {...flaw(errors.message, 'message')}
          />
          <Flaw of="message" text={errors.message} />
        </label>
        {takes && (
          <div>
            <Uploads of={uploads} words={words} isUnderWay={false} />
            <Attach the={the} of={uploads} />
          </div>
        )}
        {form.consent === 'required' && (
          <div class="field">
            <label class="agree">
              <input
                type="checkbox"
                name="agrees"
                checked={agrees}
                onChange={(event) => agree(event.currentTarget.checked)}
                {...flaw(errors.agrees, 'agrees')}
              />
              <Notice the={the} />
            </label>
            <Flaw of="agrees" text={errors.agrees} />
          </div>
        )}
        {form.consent === 'notice' && <Notice the={the} />}
        <button type="submit" class="fill" aria-busy={isBusy}>
          {isBusy ? words.sending : setup.is_online ? words.begin : words.send}
        </button>
        <p class="flaw" role="alert">
          {trouble}
        </p>
      </form>
    </>
  );
}

export const flaw = (text: string | undefined, field: Field) =>
  text ? { 'aria-invalid': true, 'aria-describedby': `flaw-${field}` } : {};

export const Flaw = ({ of, text }: { of: Field; text: string | undefined }) =>
  text ? (
    <small class="flaw" id={`flaw-${of}`}>
      <Icon of="alert" size={14} />
      {text}
    </small>
  ) : null;
