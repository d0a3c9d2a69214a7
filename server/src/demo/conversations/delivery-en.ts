import { agent, type Conversation, customer, note } from './conversation.ts';

const talk = (
  key: string,
  about: Conversation['about'],
  subjects: string[],
  turns: Conversation['turns'],
): Conversation => ({
  key,
  language: 'en',
  product: 'DLV',
  about,
  subjects,
  turns,
});

/** What people write to the delivery about, in English. */
export const deliveryEn: readonly Conversation[] = [
  talk(
    'tracking',
    'chair',
    ['Where is order {order}?', 'Tracking has not moved since {earlier}', 'No news of order {order}'],
    [
      customer('The tracking page has said “left the depot” since {earlier}. Is order {order} still coming?'),
      agent(
        'It is. The van had a breakdown outside {city} and the load was moved to another one. The new date is {day}, between 9 and 13.',
      ),
      customer('Good to know that it is not lost. I will be at home.'),
      customer('It is here and nothing is broken. Thanks for finding it.'),
    ],
  ),
  talk(
    'other-day',
    'table',
    ['Another day for order {order}', 'Please move the delivery', 'We are away that week'],
    [
      customer('Order {order} is planned for a day when nobody is at home. Could it come {day} instead?'),
      agent('Moved: {day}, between 14 and 18. You get a message with a two-hour window the evening before.'),
      customer('Great, thank you.'),
    ],
  ),
  talk(
    'no-lift',
    'sofa',
    ['Fifth floor, no lift', 'Carrying the {item} upstairs', 'Stairs for order {order}'],
    [
      customer(
        'I forgot to say in order {order} that we live on the fifth floor and the lift has been broken for a month. Is that a problem with the {item}?',
      ),
      agent(
        'Not with two people. I have added a second carrier; up to the fifth floor that costs {fee}. Shall I confirm it?',
      ),
      customer('Yes please. And please not before 10, the neighbour works at night.'),
      agent('Noted for the driver: after 10, no bell, he phones you instead.'),
    ],
  ),
  talk(
    'left-outside',
    'storage',
    ['Left in the rain', 'The parcel was left in the garden', 'Order {order} was put behind the bins'],
    [
      customer(
        'I came home and found the box of order {order} behind the bins, wet on one side. Nobody rang. The {item} seems dry, but is this how you deliver?',
        { files: ['photo-box'] },
      ),
      note(
        'Driver says the bell was silent and left it “under the roof”. The photo shows no roof. Talked to the carrier.',
      ),
      agent(
        'No, it is not, and I am sorry. Leaving something outside is only allowed when you ask for it. I have spoken with the carrier.\n\nPlease unpack the {item} and look at the backs of the boards: if one of them has swollen, we replace it at once.',
      ),
      customer('I looked at everything. Only the cardboard was wet. Please do not let it happen again.'),
      agent(
        'Thank you for looking. Your address now carries a mark: hand over in person only. And {fee} are back on your card for the trouble.',
      ),
    ],
  ),
  talk(
    'crushed-box',
    'lamp',
    ['Box is crushed', 'Shall I accept this parcel?', 'Damaged parcel, order {order}'],
    [
      customer('The courier stands in front of me with a crushed box. Do I take it or send it back? This is it:', {
        files: ['photo-box'],
        inline: true,
      }),
      agent(
        'Please take it and write “box damaged” on the slip. If anything inside is broken, a photo is enough for us.',
      ),
      customer('The shade has a dent the size of a coin.'),
      agent('Then a new shade leaves today. Keep the old one, or throw it away: we do not need it back.'),
      customer('New shade is on. Thank you!'),
    ],
  ),
  talk(
    'island',
    'bed',
    ['Do you deliver to the islands?', 'Delivery to an island', 'Ferry and the {item}'],
    [
      customer(
        'Your page refuses my post code as “not served”. We do have a ferry and a road from it to the house. Would you deliver the {item} to us?',
      ),
      agent(
        'We would. The page only knows the mainland; islands are planned by hand. It takes two days more and costs {fee}. The next boat we could take leaves {day}.',
      ),
      customer('That is fine. How do I order if the page says no?'),
      agent('I have opened the order for you, number {order}. The link to pay is in a letter that has just left.'),
      customer('Paid. I will meet the driver at the pier.'),
    ],
  ),
  talk(
    'kind-driver',
    'storage',
    ['Please thank your driver', 'A word about the delivery', 'Compliment for the two in {city}'],
    [
      customer(
        'Order {order} came today and the two carriers took off their shoes without being asked. In twenty years that has never happened here. Please tell them.',
      ),
      agent('Told, read aloud and pinned to the wall of the depot. Thank you!'),
    ],
  ),
  talk(
    'half',
    'table',
    ['Only half of the order arrived', 'Two parcels out of four', 'Order {order} is not complete'],
    [
      customer(
        'Two of four parcels of order {order} came. The driver said the others are “in another van”. Which one?',
      ),
      agent('He was right: parcels 3 and 4 were too long for his van. They come {day}, the same window.'),
      customer('And if they do not?'),
      agent('Then I drive them myself. Seriously: I see them scanned and loaded for that day.'),
      customer('They came at 11. Complete now.'),
    ],
  ),
  talk(
    'waited',
    'sofa',
    ['Waited all morning', 'Nobody came', 'Missed delivery window'],
    [
      customer('I took a morning off for order {order}, 8 to 12. It is half past one and nobody came or called.'),
      agent(
        'I am sorry. The lorry stands in a queue in front of a closed bridge; the driver should have called and did not. He can be with you at 17:00 today, or {day} as the first stop at 8. Which one suits you?',
      ),
      customer('Today at 17:00, but not a minute later than 18:00.'),
      agent('Agreed with him. His name is Pavel, his number is in the message you get now.'),
      customer('He came at 16:50 and apologised. Fine with me.'),
    ],
  ),
  talk(
    'customs',
    'chair',
    ['Customs paper for order {order}', 'Parcel held at customs', 'What is the tariff number?'],
    [
      customer(
        'The customs office asks for an invoice with the tariff number and the country of origin for order {order}. Do you have one?',
      ),
      agent(
        'Here it is, with tariff number 9401 61 00 and origin. Please forward it to them with the number from their letter.',
        { files: ['invoice'] },
      ),
      customer('Forwarded. They say two days.'),
      customer('Released and delivered. Thank you.'),
    ],
  ),
  talk(
    'old-sofa',
    'sofa',
    ['Can you take the old sofa with you?', 'Taking away old furniture', 'Old for new, order {order}'],
    [
      customer('When you bring the {item}, could the carriers take the old sofa? It is a two-seat one, 40 kg at most.'),
      agent(
        'Yes, for {fee}: it goes to a workshop that gives old furniture a second life. I have added it to order {order}; please have it ready near the door {day}.',
      ),
      customer('Even better if somebody can still use it. It is ready.'),
    ],
  ),
];
