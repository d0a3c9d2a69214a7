import { agent, type Conversation, customer, note } from './conversation.ts';

const talk = (
  key: string,
  about: Conversation['about'],
  subjects: string[],
  turns: Conversation['turns'],
): Conversation => ({
  key,
  language: 'en',
  product: 'STD',
  about,
  subjects,
  turns,
});

/** What people write to Studio, the room planner and its designers, about, in English. */
export const studioEn: readonly Conversation[] = [
  talk(
    'planner-stops',
    'storage',
    ['The planner stops with a large room', 'Planner freezes at 90 %', 'Studio does not open my plan'],
    [
      customer(
        'With a plan of our whole floor the planner stops at 90 per cent, always at the same place. A smaller plan works. The log of the browser is attached.',
        { files: ['log'] },
      ),
      agent(
        'Thank you for the log, that saved us a day. Two walls cross at a point that is a hair off, and our planner tried to close a gap of nothing. A correction comes with the update {day}.',
      ),
      note('Reproduced with the customer’s log. Fix is in review.'),
      customer('The update is there and the plan opens. Impressive.'),
    ],
  ),
  talk(
    'share',
    'sofa',
    ['Share a plan with my partner', 'Two people, one plan', 'Can others edit my plan?'],
    [
      customer('Can I let somebody else change our plan, or only look at it?'),
      agent(
        'Both: in the plan, open “People” and enter the address. “May change” lets the other person move things, “May look” does what it says. You see each other’s pointer.',
      ),
      customer('Found it. We are now arguing live about the place of the {item}.'),
    ],
  ),
  talk(
    'empty-pdf',
    'table',
    ['Printed plan is empty', 'PDF of my plan is blank', 'Nothing on the print'],
    [
      customer('When I save the plan as a PDF, all pages are white. On the screen everything is there.', {
        files: ['screenshot'],
      }),
      agent(
        'The picture helps: the layer “Furniture” is switched off for printing (the small printer next to its name). With that on, the pages should fill.',
      ),
      customer('It was exactly that. Could the planner warn me when a page is empty?'),
      agent('A good idea. I have passed it on, and it was on their list within five minutes.'),
    ],
  ),
  talk(
    'consultation',
    'bed',
    ['Booking a design talk', 'Help with a small bedroom', '45 minutes with a designer'],
    [
      customer(
        'We would like to book the 45 minutes with a designer for a bedroom of 9 square metres. What should we prepare? The room is attached.',
        { files: ['plan'] },
      ),
      agent(
        'The plan is just right. If you add two photos taken from opposite corners and three things that must stay, our designer comes prepared. Free times: {day} at 10:00 or at 16:30.',
      ),
      customer('16:30 please. Photo one:', { files: ['photo-room'], inline: true }),
      agent(
        'Booked. The link for the call comes an hour before. You will talk with Edward, who has a weakness for small rooms.',
      ),
      customer('That was the best 45 minutes of this renovation. Thank you, Edward!'),
    ],
  ),
  talk(
    'sign-in-link',
    'lamp',
    ['Sign-in link does not work', 'Studio: the link has expired', 'I cannot get into Studio'],
    [
      customer('The sign-in link says “expired”, three times now, although I click at once.'),
      agent(
        'Your mail provider opens links to check them, and each link works once. I have switched your account to a code of six digits instead: it comes the same way and nobody can click it away.',
      ),
      customer('The code works.'),
    ],
  ),
  talk(
    'own-paint',
    'table',
    ['Adding our own paint colour', 'Wall colour in the planner', 'Can I use a colour code?'],
    [
      customer('We have a paint that is not in the library. Can I type in its code? It is NCS S 3010-G30Y.'),
      agent(
        'Yes: in “Walls”, choose “Own colour” and paste the code as it is. It stays in your library.\n\nOne word of caution: screens show this green warmer than it is.',
      ),
      customer('Works. And yes, on my screen it looks like peas.'),
    ],
  ),
  talk(
    'cancel',
    'chair',
    ['Cancel Studio Plus', 'Ending my subscription', 'Studio Plus until the end of the month'],
    [
      customer('Our house is finished, so I would like to end Studio Plus. Do our plans disappear then?'),
      agent(
        'Congratulations on the house! Studio Plus ends on {date}. Your plans stay, readable and printable, only the walk-through needs Plus. If you build again, we are here.',
      ),
    ],
  ),
  talk(
    'measure',
    'storage',
    ['Laser measure and the planner', 'Importing measurements', 'Which laser measure works?'],
    [
      customer(
        'Which laser measures can send their numbers straight to the planner? I have one with Bluetooth that is not found.',
      ),
      agent('Those of the DM series and all that speak “GLM”. What does yours say on the back?'),
      customer('It says DM-40, firmware 1.2.'),
      agent(
        'With firmware 1.3 it will be found; the maker offers it on their page. I tried it on ours just now, five minutes and done.',
      ),
      customer('Updated, found, measured the whole kitchen. Thank you.'),
    ],
  ),
];
