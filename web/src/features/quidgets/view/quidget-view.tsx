import type { CSSProperties } from 'react';
import { inkOn, nearestReadable } from '#contract/contrast.ts';
import type { QuidgetLanguage, QuidgetSettings, QuidgetText } from '#contract/quidget-settings.ts';
import { quidgetLabels, quidgetWords } from '#contract/quidget-words.ts';
import { ArrowIcon, ChatIcon, ClipIcon, CloseIcon, SendIcon } from './quidget-icons.tsx';

export type QuidgetStage = 'closed' | 'home' | 'form' | 'chat';

export type QuidgetViewProps = {
  settings: QuidgetSettings;
  title: string;
  color: string;
  language: QuidgetLanguage;
  scheme: 'light' | 'dark';
  isOnline: boolean;
  isPhone: boolean;
  stage: QuidgetStage;
  /** Who answers, by their initials. */
  team: readonly string[];
  talk: readonly { id: number; text: string; from: string | null }[];
};

const panels = { light: '#ffffff', dark: '#1b1f1e' } as const;

/** The chat on a site, drawn from its settings alone. It knows nothing of the desk, neither its parts nor its words. */
export function QuidgetView(props: QuidgetViewProps) {
  const { settings, color, scheme, isOnline, isPhone, stage } = props;
  const { look, behaviour } = settings;
  const isHidden = !isOnline && behaviour.hides_offline === 1;
  const colours = {
    '--colour': color,
    '--on-colour': inkOn(color),
    '--accent': nearestReadable(color, panels[scheme]),
    '--x': `${look.offset_x_px}px`,
    '--y': `${look.offset_y_px}px`,
  };
  return (
    <div
      className="quidget"
      data-scheme={scheme}
      data-position={look.position}
      data-phone={isPhone || undefined}
      style={colours as CSSProperties}
    >
      {stage !== 'closed' && <Panel {...props} />}
      {!(isPhone && stage !== 'closed') && !isHidden && <Launcher {...props} />}
    </div>
  );
}

/** The company's own words, or the usual ones. */
function wordsOf({ settings, language, title }: QuidgetViewProps) {
  const own = settings.texts[language];
  return (name: QuidgetText): string => own[name].trim() || (name === 'title' ? title : quidgetWords[language][name]);
}

function Launcher(props: QuidgetViewProps) {
  const { settings, language, stage } = props;
  const { shape } = settings.look;
  const word = wordsOf(props);
  const isOpen = stage !== 'closed';
  const label = quidgetLabels[language][isOpen ? 'close' : 'open'];
  return (
    <button type="button" className="launcher" data-shape={shape} aria-label={shape === 'pill' ? undefined : label}>
      {isOpen ? <CloseIcon size={24} /> : <ChatIcon />}
      {shape === 'pill' && <span>{isOpen ? label : word('launcher')}</span>}
    </button>
  );
}

function Panel(props: QuidgetViewProps) {
  const word = wordsOf(props);
  return (
    <section className="panel" role="dialog" aria-label={word('title')}>
      {props.stage === 'home' && <Home {...props} />}
      {props.stage === 'form' && <Form {...props} />}
      {props.stage === 'chat' && <Chat {...props} />}
    </section>
  );
}

function Top(props: QuidgetViewProps) {
  const { settings, language, isOnline, team } = props;
  const labels = quidgetLabels[language];
  return (
    <div className="top">
      {settings.look.shows_team === 1 && (
        <div className="faces" style={{ flex: 'none' }} aria-hidden="true">
          {team.map((initials) => (
            <span key={initials}>{initials}</span>
          ))}
        </div>
      )}
      <div>
        <h2>{wordsOf(props)('title')}</h2>
        <small data-online={isOnline || undefined}>{isOnline ? labels.online : labels.away}</small>
      </div>
      <button type="button" className="close" aria-label={labels.close}>
        <CloseIcon size={20} />
      </button>
    </div>
  );
}

function Home(props: QuidgetViewProps) {
  const { language, isOnline, settings, talk } = props;
  const last = talk.findLast((one) => one.from !== null);
  const word = wordsOf(props);
  const labels = quidgetLabels[language];
  return (
    <>
      <header className="head" data-tall>
        <Top {...props} />
        <p className="greeting">{word('greeting')}</p>
        <p>{isOnline ? word('intro') : word('offline')}</p>
      </header>
      <button type="button" className="card">
        <span>{isOnline ? labels.start : labels.leave}</span>
        <ArrowIcon />
      </button>
      {last && (
        <div className="recent">
          <b>{labels.recent}</b>
          <span>{last.text}</span>
        </div>
      )}
      {settings.form.consent === 'notice' && <p className="quiet">{word('consent')}</p>}
    </>
  );
}

function Form(props: QuidgetViewProps) {
  const { settings, language, isOnline } = props;
  const word = wordsOf(props);
  const labels = quidgetLabels[language];
  const asked = settings.form[isOnline ? 'online' : 'offline'];
  const names = { name: labels.name, email: labels.email, phone: labels.phone, question: word('question') };
  const { consent, privacy_url } = settings.form;
  return (
    <>
      <header className="head">
        <Top {...props} />
      </header>
      <div className="fields">
        <p>{isOnline ? word('intro') : word('offline')}</p>
        {(['name', 'email', 'phone', 'question'] as const).map(
          (field) =>
            asked[field] !== 'off' && (
              <label key={field}>
                <span>
                  {names[field]} {asked[field] === 'optional' && <small>{labels.optional}</small>}
                </span>
                <input type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'} />
              </label>
            ),
        )}
        {!isOnline && (
          <label>
            {labels.message}
            <textarea rows={3} />
          </label>
        )}
        {consent !== 'off' && (
          <span className="consent">
            {consent === 'required' && <input type="checkbox" aria-label={word('consent')} />}
            <span>
              {word('consent')} {privacy_url && <u>{labels.privacy}</u>}
            </span>
          </span>
        )}
        <button type="button" className="go">
          {isOnline ? labels.start : labels.send}
        </button>
      </div>
    </>
  );
}

function Chat(props: QuidgetViewProps) {
  const { settings, language, talk, isOnline } = props;
  const word = wordsOf(props);
  const labels = quidgetLabels[language];
  return (
    <>
      <header className="head">
        <Top {...props} />
      </header>
      <ol className="talk">
        {talk.map(({ id, text, from }) => (
          <li key={id} data-mine={from === null || undefined}>
            {from !== null && <small>{from}</small>}
            {text}
          </li>
        ))}
        {!isOnline && <li>{word('thanks')}</li>}
      </ol>
      {settings.behaviour.asks_rating === 1 && (
        <div className="rating">
          <span>{word('rating')}</span>
          <button type="button">{labels.good}</button>
          <button type="button">{labels.bad}</button>
        </div>
      )}
      <div className="composer">
        <span>{word('placeholder')}</span>
        {settings.behaviour.takes_files === 1 && (
          <button type="button" aria-label={labels.attach}>
            <ClipIcon />
          </button>
        )}
        <button type="button" data-send aria-label={labels.send}>
          <SendIcon />
        </button>
      </div>
    </>
  );
}
