/** Replies as mail programs write them: what the person wrote, what comes below (or above) it. */
type Reply = { name: string; mail: string; says: string };

const question = '> Hi Anna,\n>\n> please try it again.\n> --\n> Shop\n';
const outlookText = '\nHi Anna,\nplease try it again.\n\nShop\n';

const introduced = (name: string, says: string, introduction: string): Reply => ({
  name,
  says,
  mail: `${says}\n\n${introduction}\n\n${question}`,
});

const headed = (
  name: string,
  says: string,
  [from, sent, to, subject]: [string, string, string, string],
  separator = '',
): Reply => ({
  name,
  says,
  mail: `${says}\n\n${separator}${from}: Shop <help@shop.example>\n${sent}: 20.11.2026 10:12\n${to}: Anna\n${subject}: RE: Lamp\n${outlookText}`,
});

export const replies: Reply[] = [
  introduced('Gmail, English', 'It works now.', 'On Fri, Nov 20, 2026 at 10:12 AM Shop <help@shop.example> wrote:'),
  introduced(
    'Gmail, wrapped',
    'It works now.',
    'On Fri, Nov 20, 2026 at 10:12 AM The Shop With The Very Long Name\n<help@shop.example> wrote:',
  ),
  introduced('Gmail, Ukrainian', 'Дякую, працює', 'пт, 20 лист. 2026 р. о 10:12 Крамниця <help@shop.example> пише:'),
  introduced('Thunderbird, Ukrainian', 'Дякую', '20.11.26 10:12, Крамниця пише:'),
  introduced('ukr.net', 'Дякую', '20 листопада 2026, 10:12:33, від "Крамниця" <help@shop.example>:'),
  introduced('Apple, Ukrainian', 'Дякую', '20 лист. 2026 р. о 10:12 Крамниця <help@shop.example> написав:'),
  introduced('Gmail, Russian', 'Спасибо', 'пт, 20 нояб. 2026 г. в 10:12, Shop <help@shop.example>:'),
  introduced('Thunderbird, Russian', 'Спасибо', '20.11.2026 10:12, Shop пишет:'),
  introduced('Mail.ru', 'Спасибо', 'Пятница, 20 ноября 2026, 10:12 +03:00 от Shop <help@shop.example>:'),
  introduced('Yandex', 'Спасибо', '20.11.2026, 10:12, "Shop" <help@shop.example>:'),
  introduced('Gmail, German', 'Danke!', 'Am Fr., 20. Nov. 2026 um 10:12 Uhr schrieb Shop <help@shop.example>:'),
  introduced('Thunderbird, German', 'Danke!', 'Am 20.11.26 um 10:12 schrieb Shop:'),
  introduced('Gmail, French', 'Merci !', 'Le ven. 20 nov. 2026 à 10:12, Shop <help@shop.example> a écrit :'),
  introduced('Gmail, Spanish', 'Gracias', 'El vie, 20 nov 2026 a las 10:12, Shop (<help@shop.example>) escribió:'),
  introduced(
    'Gmail, Portuguese',
    'Obrigado',
    'Em sex., 20 de nov. de 2026 às 10:12, Shop <help@shop.example> escreveu:',
  ),
  introduced(
    'Gmail, Italian',
    'Grazie',
    'Il giorno ven 20 nov 2026 alle ore 10:12 Shop <help@shop.example> ha scritto:',
  ),
  introduced('Gmail, Dutch', 'Bedankt', 'Op vr 20 nov 2026 om 10:12 schreef Shop <help@shop.example>:'),
  introduced('Gmail, Polish', 'Dzięki', 'pt., 20 lis 2026 o 10:12 Shop <help@shop.example> napisał(a):'),
  introduced('Gmail, Turkish', 'Teşekkürler', 'Shop <help@shop.example>, 20 Kas 2026 Cum, 10:12 tarihinde şunu yazdı:'),
  introduced('Gmail, Swedish', 'Tack', 'Den fre 20 nov. 2026 kl 10:12 skrev Shop <help@shop.example>:'),
  introduced('Gmail, Danish', 'Tak', 'fre. 20. nov. 2026 kl. 10.12 skrev Shop <help@shop.example>:'),
  introduced('Gmail, Finnish', 'Kiitos', 'pe 20. marrask. 2026 klo 10.12 Shop (help@shop.example) kirjoitti:'),
  introduced('Gmail, Czech', 'Děkuji', 'pá 20. 11. 2026 v 10:12 odesílatel Shop <help@shop.example> napsal:'),
  introduced('Gmail, Hungarian', 'Köszönöm', 'Shop <help@shop.example> ezt írta (időpont: 2026. nov. 20., P, 10:12):'),
  introduced('Gmail, Romanian', 'Mulțumesc', 'În vin., 20 nov. 2026 la 10:12, Shop <help@shop.example> a scris:'),
  introduced(
    'Gmail, Greek',
    'Ευχαριστώ',
    'Στις Παρ 20 Νοε 2026 στις 10:12 π.μ., ο χρήστης Shop <help@shop.example> έγραψε:',
  ),
  introduced('Gmail, Japanese', 'ありがとう', '2026年11月20日(金) 10:12 Shop <help@shop.example>:'),
  introduced('Gmail, Chinese', '谢谢', 'Shop <help@shop.example> 于2026年11月20日周五 10:12写道：'),
  introduced('Gmail, Korean', '감사합니다', '2026년 11월 20일 (금) 오전 10:12, Shop <help@shop.example>님이 작성:'),
  introduced(
    'Gmail, Hebrew',
    'תודה',
    '\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-10:12 מאת \u202aShop\u202c <\u202ahelp@shop.example\u202c>:\u202c',
  ),
  introduced('Proton', 'Done.', 'On Friday, November 20th, 2026 at 10:12, Shop <help@shop.example> wrote:'),
  headed('Outlook, English', 'Yes please.', ['From', 'Sent', 'To', 'Subject'], `${'_'.repeat(32)}\n`),
  headed('Outlook, German', 'Ja bitte.', ['Von', 'Gesendet', 'An', 'Betreff']),
  headed('Outlook, Ukrainian', 'Так, будь ласка.', ['Від', 'Надіслано', 'Кому', 'Тема']),
  headed('Outlook, Russian', 'Да.', ['От', 'Отправлено', 'Кому', 'Тема']),
  headed('Outlook, French', 'Oui.', ['De', 'Envoyé', 'À', 'Objet']),
  headed('Outlook, Spanish', 'Sí.', ['De', 'Enviado el', 'Para', 'Asunto']),
  headed('Outlook, Portuguese', 'Sim.', ['De', 'Enviada em', 'Para', 'Assunto']),
  headed('Outlook, Italian', 'Sì.', ['Da', 'Inviato', 'A', 'Oggetto']),
  headed('Outlook, Dutch', 'Ja.', ['Van', 'Verzonden', 'Aan', 'Onderwerp']),
  headed('Outlook, Polish', 'Tak.', ['Od', 'Wysłano', 'Do', 'Temat']),
  headed('Outlook, Turkish', 'Evet.', ['Kimden', 'Gönderilme Tarihi', 'Kime', 'Konu']),
  headed('Outlook, Swedish', 'Ja.', ['Från', 'Skickat', 'Till', 'Ämne']),
  headed('Outlook, Finnish', 'Kyllä.', ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe']),
  headed('Outlook, Czech', 'Ano.', ['Od', 'Odesláno', 'Komu', 'Předmět']),
  headed('Outlook, Japanese', 'はい', ['差出人', '送信日時', '宛先', '件名']),
  headed('Outlook, Chinese', '好的', ['发件人', '发送时间', '收件人', '主题']),
  headed('Outlook, bold', 'Yes.', ['*From', '*Sent', '*To', '*Subject']),
  headed('old Outlook', 'Yes.', ['From', 'Sent', 'To', 'Subject'], '-----Original Message-----\n'),
  { name: 'Lotus Notes', says: 'Ja.', mail: 'Ja.\n\n-----Ursprüngliche Nachricht-----\nVon Shop\nHallo\n' },
  {
    name: 'Apple Mail',
    says: 'Works.',
    mail: `Works.\n\n> On 20. Nov 2026, at 10:12, Shop <help@shop.example> wrote:\n> \n${question}`,
  },
  {
    name: 'iPhone',
    says: 'Ok',
    mail: `Ok\n\nSent from my iPhone\n\n> On Nov 20, 2026, at 10:12 AM, Shop <help@shop.example> wrote:\n${question}`,
  },
  { name: 'Ukrainian iPhone', says: 'Так', mail: 'Так\n\nНадіслано з iPhone\n' },
  {
    name: 'Outlook without quote marks',
    says: 'Done',
    mail: 'Done\n\nOn Fri, 20 Nov 2026 at 10:12, Shop <help@shop.example> wrote:\nplease try it again.\n',
  },
  {
    name: 'answer below the quote',
    says: 'It works.',
    mail: `On Fri, Nov 20, 2026 at 10:12 AM Shop <help@shop.example> wrote:\n${question}\nIt works.\n`,
  },
  {
    name: 'our own line',
    says: 'My answer',
    mail: 'My answer\n\n##- Please type your reply above this line -##\n\nOld words\n',
  },
  {
    name: 'our own line in the quote',
    says: 'My answer',
    mail: `My answer\n\nOn Fri, Nov 20, 2026 at 10:12 AM Shop <help@shop.example> wrote:\n> ##- reply above -##\n${question}`,
  },
];

/** Mails in which everything is the person's own word, or the words around are needed to understand it. */
export const keptWhole: { name: string; mail: string }[] = [
  { name: 'answers between the questions', mail: '> Did you restart?\nYes, twice.\n> Which version?\n1.2\n' },
  {
    name: 'answers between the questions, introduced',
    mail: 'See below.\n\nOn 20.11.2026 10:12, Shop wrote:\n> Did you restart?\nYes.\n> Which version?\n1.2\n',
  },
  { name: 'an answer to one quoted sentence', mail: '> please try it again\n\nI did, and it still flickers.\n' },
  { name: 'a quote in the middle', mail: 'You say:\n> it is fixed\nbut it is not.\n' },
  { name: 'nothing but a quote', mail: 'On 20.11.2026 10:12, Shop wrote:\n> please try it again\n' },
  { name: 'a trip', mail: 'I want to travel:\n\nFrom: Kyiv\nTo: Lviv\nDate: 20.11.2026\n\nHow much is it?\n' },
  {
    name: 'a move with a subject',
    mail: 'Hello,\n\nFrom: Kyiv\nTo: Lviv\nSubject: moving a sofa\n\nPlease make an offer for this by Monday.\n',
  },
  {
    name: 'a colleague who wrote',
    mail: 'On 20.11.2026 your colleague wrote:\n\nWe will refund you.\n\nNothing came.\n',
  },
  {
    name: 'a forward by hand',
    mail: 'FYI\n\n---------- Forwarded message ---------\nFrom: Boss <b@kunde.example>\nDate: x\nSubject: y\nTo: z\n\nBuy it.\n',
  },
  {
    name: 'a forward in Ukrainian',
    mail: 'Дивіться\n\n---------- Переслане повідомлення ---------\nВід: Бос <b@kunde.example>\nДата: x\nТема: y\n\nКупіть.\n',
  },
  {
    name: 'sentences that end in a colon',
    mail: 'I did this in 2026:\nopened the box at 10:12:\nand then:\n\nit broke.\n',
  },
  { name: 'dashes', mail: 'One\n-----\nTwo\n___________\nThree\n' },
  { name: 'no words at all', mail: '\n\n' },
];

const old = '<div>OLD WORDS</div>';
const outlookHead = '<b>From:</b> Shop<br><b>Sent:</b> Friday<br><b>To:</b> Anna<br><b>Subject:</b> RE: Lamp';

export const htmlReplies: { name: string; html: string; says: string }[] = [
  {
    name: 'Gmail',
    says: 'It works',
    html: `<div dir="ltr">It works</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Shop &lt;<a href="mailto:help@shop.example">help@shop.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0">${old}</blockquote></div>`,
  },
  {
    name: 'Gmail with a signature',
    says: 'It works -- Anna',
    html: `<div>It works<br><div class="gmail_signature">-- <br>Anna</div></div><div class="gmail_quote"><div class="gmail_attr">Fri, Shop:</div><blockquote class="gmail_quote">${old}</blockquote></div>`,
  },
  {
    name: 'Outlook on the web',
    says: 'Yes please.',
    html: `<html><body><div class="elementToProof">Yes please.</div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>${outlookHead}</font></div>${old}</body></html>`,
  },
  {
    name: 'Outlook on Windows',
    says: 'Danke!',
    html: `<html><body><div class="WordSection1"><p class="MsoNormal">Danke!<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Von:</b> Shop<br><b>Gesendet:</b> Freitag<br><b>An:</b> Anna<br><b>Betreff:</b> AW: Lampe</p></div></div><p class="MsoNormal">OLD WORDS</p></div></body></html>`,
  },
  { name: 'Outlook without any mark', says: 'Yes', html: `<p>Yes</p><p>${outlookHead}</p><p>OLD WORDS</p>` },
  { name: 'Outlook, a line each', says: 'Yes', html: `Yes<br><br>${outlookHead}<br><br>OLD WORDS` },
  {
    name: 'Outlook mobile',
    says: 'Ok',
    html: `<div>Ok</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/x">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><hr>${outlookHead}${old}</div>`,
  },
  {
    name: 'Apple Mail',
    says: 'Works.',
    html: `<html><body>Works.<br><div><br><blockquote type="cite"><div>On 20. Nov 2026, at 10:12, Shop wrote:</div><br>${old}</blockquote></div></body></html>`,
  },
  {
    name: 'Yahoo',
    says: 'Done',
    html: `<div>Done</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Friday, Shop wrote:</div>${old}</div>`,
  },
  {
    name: 'Thunderbird',
    says: 'Well',
    html: `<p>Well</p><div class="moz-cite-prefix">On 20.11.2026 10:12, Shop wrote:<br></div><blockquote type="cite" cite="mid:x">${old}</blockquote>`,
  },
  {
    name: 'Thunderbird, answer below',
    says: 'Well',
    html: `<div class="moz-cite-prefix">On 20.11.2026 10:12, Shop wrote:<br></div><blockquote type="cite">${old}</blockquote><p>Well</p>`,
  },
  {
    name: 'Proton',
    says: 'Ok',
    html: `<div>Ok</div><div class="protonmail_quote">On Friday, Shop wrote:<br><blockquote type="cite">${old}</blockquote></div>`,
  },
  {
    name: 'a web mailer without marks',
    says: 'Дякую',
    html: `<div>Дякую</div><div>20 листопада 2026, 10:12, від "Крамниця" &lt;help@shop.example&gt;:</div><blockquote>${old}</blockquote>`,
  },
  {
    name: 'Mail.ru, who wrote when inside of the quote',
    says: 'Дякую С уважением, Анна',
    html: `<div>Дякую</div><div><br></div><div>С уважением,<br>Анна</div><blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 10px">Пятница, 20 ноября 2026, 10:12 +03:00 от Shop &lt;help@shop.example&gt;:<br>&nbsp;${old}</blockquote>`,
  },
  {
    name: 'our own line',
    says: 'My answer',
    html: `<div>My answer</div><div>##- Please type your reply above this line -##</div>${old}`,
  },
];

export const htmlKeptWhole: { name: string; html: string }[] = [
  {
    name: 'answers between the questions',
    html: '<div class="gmail_quote"><div class="gmail_attr">On Fri, Shop wrote:</div><blockquote class="gmail_quote">Did you restart?</blockquote><div>Yes</div><blockquote class="gmail_quote">Which version?</blockquote><div>1.2</div></div>',
  },
  {
    name: 'a forward by Gmail',
    html: '<div dir="ltr">FYI</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Boss</b> &lt;b@kunde.example&gt;<br>Date: Fri<br>Subject: x<br>To: Anna<br></div>Buy it.</div>',
  },
  { name: 'an indented paragraph', html: '<p>The label says:</p><blockquote>220 V</blockquote>' },
  {
    name: 'an indented paragraph that names a moment further down',
    html: '<p>The log says:</p><blockquote>It failed.<br>20.11.2026, 10:12, Shop &lt;help@shop.example&gt;:<br>220 V</blockquote>',
  },
  { name: 'nothing but a quote', html: '<blockquote type="cite">OLD WORDS</blockquote>' },
];
