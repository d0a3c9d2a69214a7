/** The subjects and words of out-of-office notes, in the languages they come in. */

const subjects = [
  'auto(?:matic|mated)?[- ]?(?:reply|response|answer)',
  'out of (?:the )?office',
  'ooo',
  'away from (?:the )?office',
  'vacation (?:reply|response|notice)',
  'automatische antwort',
  'abwesenheits(?:notiz|meldung|benachrichtigung|nachricht)',
  'abwesend',
  'nicht im büro',
  'réponse automatique',
  "message d[’']absence",
  'absence du bureau',
  'absent du bureau',
  'respuesta autom[áa]tica',
  'fuera de (?:la )?oficina',
  'resposta autom[áa]tica',
  'fora do escrit[óo]rio',
  'ausência tempor[áa]ria',
  'risposta automatica',
  'fuori (?:sede|ufficio)',
  'automatisch antwoord',
  'automatische beantwoording',
  'afwezig(?:heid(?:sbericht|sassistent)?)?',
  'niet op kantoor',
  'odpowiedź automatyczna',
  'automatyczna odpowiedź',
  'autoodpowiedź',
  'nieobecność',
  'poza biurem',
  'автоматический ответ',
  'автоответ(?:чик)?',
  'вне офиса',
  'нет на месте',
  'автоматична відповідь',
  'автовідповідь',
  'автовідповідач',
  'відсутн(?:ій|ість|я)',
  'поза офісом',
  'autosvar',
  'automatiskt? svar',
  'automatisk svar',
  'frånvaro(?:meddelande)?',
  'fraværende',
  'fravær(?:smelding|sbesked)?',
  'ikke til stede',
  'automaattinen vastaus',
  'poissa(?:olo(?:ilmoitus)?)?',
  'automatická odpověď',
  'mimo kancelář',
  'automatická odpoveď',
  'automatikus válasz',
  'házon kívül',
  'răspuns automat',
  'otomatik yanıt',
  'ofis dışında',
  'αυτόματη απάντηση',
  'автоматичен отговор',
  'automatski odgovor',
  '自動応答',
  '自動返信',
  '不在(?:通知|のお知らせ)',
  '自动(?:回复|答复)',
  '自動回覆',
  '자동 ?(?:회신|응답)',
  '부재중',
];

const automaticSubject = new RegExp(`^\\s?[[(]?(?:${subjects.join('|')})[\\])]?\\s?(?:[:：!.–—-]|$)`, 'iu');

/** Only at the start: `Re: Automatic reply: …` is a person's answer to one. */
export function isAutomaticSubject(subject: string): boolean {
  return automaticSubject.test(subject);
}

const awayWords = new RegExp(
  [
    "out of (?:the )?office|on (?:annual |parental |maternity |sick )?leave|on (?:vacation|holiday)|i(?: a|')m (?:currently )?(?:away|out)",
    'will be back|limited access to (?:my )?e-?mail|return(?:ing)? (?:to the office )?on|automatic (?:reply|response|message)',
    'nicht im (?:büro|haus)|abwesend|im urlaub|wieder erreichbar|bin ich zurück|außer haus|elternzeit',
    'absente? (?:du bureau|jusqu)|en cong[ée]s?|de retour le|actuellement absent',
    'fuera de (?:la )?oficina|de vacaciones|estar[ée] ausente',
    'fora do escrit[óo]rio|de férias|estarei ausente|ausente do escrit[óo]rio',
    'fuori (?:sede|ufficio)|in ferie|sar[òo] assente|sono assente',
    'niet op kantoor|afwezig|met vakantie|op vakantie',
    'na urlopie|poza biurem|nieobecn|jestem niedostępn',
    'в отпуске|вне офиса|отсутству|вернусь|не в офисе',
    'у відпустці|поза офісом|відсутн|повернуся|не в офісі|у відрядженні',
    'på semester|inte på kontoret|föräldraledig|åter (?:på kontoret|den)',
    'på ferie|ikke på kontoret|fraværende|tilbake (?:den|på)|tilbage (?:den|på)',
    'lomalla|poissa toimistolta|palaan',
    'mimo kancelář|na dovolené|na dovolenke|mimo kancelárie',
    'szabadság|házon kívül',
    'concediu|în afara biroului',
    'izinde|ofis dışında|tatilde',
    'άδεια|εκτός γραφείου',
    '不在|休暇|休假|外出|휴가|부재',
  ].join('|'),
  'iu',
);

const awayTextLengthMax = 5_000;

export function isAwayText(text: string): boolean {
  return awayWords.test(text.slice(0, awayTextLengthMax));
}
