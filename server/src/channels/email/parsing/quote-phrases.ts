/** What mail programs of many languages write above the mail they answer. Everything here is compared in lower case. */

export type HeaderLabel = 'from' | 'sent' | 'to' | 'subject';

const labels: Record<HeaderLabel, string> = {
  from:
    'from|von|de|da|van|od|från|fra|lähettäjä|feladó|от|от кого|від|від кого|kimden|gönderen|από|expéditeur|remitente|' +
    'mittente|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|מאת|من|відправник|отправитель',
  sent:
    'sent|date|gesendet|datum|envoyé|enviado|enviado el|enviado em|enviada em|enviada|fecha|data|inviato|verzonden|wysłano|' +
    'wysłane|data wysłania|skickat|sendt|dato|lähetetty|päivämäärä|odesláno|odoslané|dátum|elküldve|küldve|trimis|' +
    'отправлено|дата|дата отправки|надіслано|відправлено|gönderilme tarihi|gönderildi|tarih|στάλθηκε|ημερομηνία|' +
    '送信日時|日時|日付|发送时间|发送日期|日期|时间|時間|寄件日期|傳送時間|보낸 날짜|날짜|נשלח|תאריך|تاريخ الإرسال|التاريخ|sent on',
  to:
    'to|an|à|a|para|aan|do|till|til|vastaanottaja|komu|címzett|către|кому|kime|alıcı|προς|destinataire|destinatario|' +
    'destinatário|宛先|收件人|收件者|받는 사람|받는사람|אל|إلى|cc|kopie|копия|копія',
  subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne|aihe|otsikko|předmět|predmet|tárgy|subiect|тема|' +
    'konu|θέμα|sujet|件名|主题|主旨|제목|נושא|الموضوع',
};

const labelKinds = new Map<string, HeaderLabel>();
for (const kind of ['from', 'sent', 'to', 'subject'] as const) {
  for (const label of labels[kind].split('|')) if (!labelKinds.has(label)) labelKinds.set(label, kind);
}

const labelLengthMax = 40;

/** Which header a line such as `*Gesendet:* Freitag` shows, as programs repeat it above a quoted mail. */
export function headerLabel(line: string): HeaderLabel | null {
  const start = line.slice(0, labelLengthMax);
  const colon = start.search(/[:：]/);
  if (colon < 1) return null;
  const label = start.slice(0, colon).replaceAll('*', '').replaceAll('\u00a0', ' ').trim().toLowerCase();
  return labelKinds.get(label) ?? null;
}

/** Our own line in outgoing mails: what stands below it is not the answer. */
export function isReplyMarker(line: string): boolean {
  const start = line.indexOf('##-');
  return start !== -1 && line.indexOf('-##', start + 3) !== -1;
}

const originalMessages = new Set(
  (
    'original message|original email|reply message|ursprüngliche nachricht|originalnachricht|original-nachricht|' +
    "message d'origine|message original|message d’origine|mensaje original|mensagem original|messaggio originale|" +
    'oorspronkelijk bericht|origineel bericht|wiadomość oryginalna|oryginalna wiadomość|исходное сообщение|' +
    'оригинальное сообщение|первоначальное сообщение|вихідне повідомлення|оригінальне повідомлення|початкове повідомлення|' +
    'özgün ileti|orijinal mesaj|ursprungligt meddelande|originalmeddelande|oprindelig meddelelse|original meddelelse|' +
    'opprinnelig melding|alkuperäinen viesti|původní zpráva|pôvodná správa|eredeti üzenet|mesaj original|mesajul original|' +
    'αρχικό μήνυμα|元のメッセージ|original|原始邮件|原始郵件|원본 메시지|원본 메일'
  ).split('|'),
);

/** `-----Original Message-----` */
export function isOriginalMessageLine(line: string): boolean {
  return originalMessages.has(betweenDashes(line));
}

const forwardedMessages = new Set(
  (
    'forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|' +
    'message transféré|début du message réexpédié|début du message transféré|mensaje reenviado|inicio del mensaje reenviado|' +
    'mensagem encaminhada|mensagem reencaminhada|início da mensagem reencaminhada|messaggio inoltrato|' +
    'inizio messaggio inoltrato|doorgestuurd bericht|begin doorgestuurd bericht|przekazana wiadomość|' +
    'wiadomość przekazana dalej|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения|' +
    'переслане повідомлення|пересланий лист|початок переадресованого повідомлення|iletilen mesaj|iletilmiş mesaj|' +
    'yönlendirilen ileti|vidarebefordrat meddelande|videresendt meddelelse|videresendt melding|' +
    'edelleenlähetetty viesti|přeposlaná zpráva|preposlaná správa|továbbított üzenet|mesaj redirecționat|' +
    '転送されたメッセージ|转发的邮件|轉寄的郵件|전달된 메시지'
  ).split('|'),
);

/** What follows was never said in this conversation: it is news, not a quote. */
export function isForwardedLine(line: string): boolean {
  return forwardedMessages.has(betweenDashes(line));
}

const dashedLineLengthMax = 120;

function betweenDashes(line: string): string {
  if (line.length > dashedLineLengthMax) return '';
  return line
    .replace(/^[-_=*>\s]+/, '')
    .replace(/(?<![-_=*:：\s])[-_=*:：\s]+$/, '')
    .toLowerCase();
}

const forwardPrefix = /^(?:fwd?|wg|tr|rv|enc|i|vb|vl|pd|ilt|továbbítva|пересл|пер|转发|轉寄|転送)\s?[:：]/i;

/** A mail whose subject says that it is passed on as a whole. */
export function isForwardSubject(subject: string): boolean {
  return forwardPrefix.test(subject.trimStart());
}

/** `Re:`, `AW:`, `Відп:`, `Re[2]:` and their like: some programs say of an answer nothing else. */
export function isReplySubject(subject: string): boolean {
  return !isForwardSubject(subject) && /^\p{L}{1,5}\s?(?:\[\d{1,3}\])?\s?[:：]/u.test(subject.trimStart());
}

/** 'wrote' and its like, as one of the words of an attribution. */
const wroteWords = new RegExp(
  [
    'wrote',
    'writes',
    'schrieb',
    'geschrieben',
    'a écrit',
    'escribi[óo]',
    'escreveu',
    'ha scritto',
    'schreef',
    'napisał',
    'написал',
    'пишет',
    'писал',
    'пише',
    'писав',
    'писала',
    'написав',
    'yazdı',
    'skrev',
    'skriver',
    'kirjoitti',
    'napsal',
    'napísal',
    'írta',
    'a scris',
    'έγραψε',
    'написа',
    'rašė',
    'rakstīja',
    'kirjutas',
    'je napisa',
    'je pisao',
    '写道',
    '寫道',
    'のメッセージ',
    'が書きました',
    '작성',
    'כתב',
    'كتب',
    'viết',
    'เขียน',
  ].join('|'),
  'i',
);

const address = /[^\s<>()@]@[^\s<>()@]/;
const time = /\d{1,2}[:.h]\d{2}|\d{1,2}\s?[時时点]|\d{1,2}시/;
const dottedDate = /\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?/;
const date = /(?:19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;

/**
 * How sure it is that these words (one to three lines joined) introduce a quoted mail: `certain` names who wrote when,
 * `likely` has a date and an address and needs a quote after it.
 */
export function attributionStrength(words: string): 'certain' | 'likely' | null {
  const trimmed = words.replace(/(?<![\s*_\u200e\u200f\u202a-\u202e])[\s*_\u200e\u200f\u202a-\u202e]+$/, '');
  if (!/[:：]$/.test(trimmed) || !date.test(trimmed)) return null;
  const hasTime = time.test(trimmed.replace(dottedDate, ''));
  if (wroteWords.test(trimmed)) return hasTime ? 'certain' : 'likely';
  return hasTime && address.test(trimmed) ? 'likely' : null;
}

const attributionOpening = /^(?:on|am|le|el|em|il|op|den|w dniu|dnia|dňa|dne|на|у|в|pe|ma|ti|ke|to)[\s,]/i;

/** A first line such as `On Friday,` whose date is on the next one. */
export function opensAttribution(line: string): boolean {
  return attributionOpening.test(line) && line.length <= 80;
}

const mobileFooter =
  /^(?:sent from (?:my |the )?[\w ]{2,30}|get outlook for (?:ios|android|mac)|von meinem [\w ]{2,20} gesendet|gesendet von (?:mein|outlook)[\w ]{2,30}|envoyé (?:de|depuis) mon [\w ]{2,20}|enviado desde mi [\w ]{2,20}|enviado do meu [\w ]{2,20}|inviato da(?:l mio)? [\w ]{2,20}|verstuurd vanaf mijn [\w ]{2,20}|wysłane z [\w ]{2,20}|отправлено с (?:моего )?[\p{L}\w ]{2,20}|отправлено из [\p{L}\w. ]{2,30}|надіслано з (?:мого )?[\p{L}\w ]{2,20}|надіслано із [\p{L}\w. ]{2,30}|skickat från min [\w ]{2,20}|sendt fra min [\w ]{2,20}|lähetetty [\w ]{2,20}|iphone ?から送信|发自我的 ?[\w ]{2,20})[.!]?$/iu;

export function isMobileFooter(line: string): boolean {
  return line.length <= 80 && mobileFooter.test(line.trim());
}
