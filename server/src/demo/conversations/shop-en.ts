import { agent, type Conversation, customer, note } from './conversation.ts';

const talk = (
  key: string,
  about: Conversation['about'],
  subjects: string[],
  turns: Conversation['turns'],
): Conversation => ({
  key,
  language: 'en',
  product: 'SHP',
  about,
  subjects,
  turns,
});

/** What people write to the shop about, in English. */
export const shopEn: readonly Conversation[] = [
  talk(
    'swatches',
    'sofa',
    ['Fabric samples for the {item}', 'Is the {item} darker than on the screen?', 'Colour of the {item}'],
    [
      customer(
        'We like the {item} in {colour}, but every screen in the house shows another shade. Could you send samples before we decide?',
      ),
      agent(
        'Gladly. Three samples of {colour} and its two neighbours leave today by letter post; they should be with you {day}.\n\nHold them against the wall at noon and in the evening: wool changes a lot with the light.',
      ),
      customer('They arrived. The middle one it is. A photo next to our floor, if you want to see it at home.', {
        files: ['photo-swatch'],
        inline: true,
      }),
      agent(
        'That goes well together. I have put the {item} in that colour into a basket for you, the price is held until {date}.',
      ),
      customer('Ordered. Thank you for the patience!'),
    ],
  ),
  talk(
    'wobble',
    'chair',
    ['{item} wobbles', 'One leg seems shorter', 'The {item} from order {order} does not stand still'],
    [
      customer(
        'One of the two from order {order} rocks on every floor of the flat, so it is not the floor. The other one stands like a rock.\n\nPhoto of the leg attached.',
        { files: ['photo-scratch'] },
      ),
      agent(
        'Thank you for the picture. The felt glide under that leg has come off in transport, which makes 3 mm. I have sent you a set of new ones today, free of charge: press them on, wait ten minutes, done.\n\nIf it still rocks after that, we exchange the chair.',
      ),
      customer('Glides are on and it stands still. Quick work.'),
    ],
  ),
  talk(
    'missing-screws',
    'storage',
    ['Screws missing from order {order}', 'Bag of fittings is not complete', '{item}: two bolts short'],
    [
      customer('The bag with the fittings for the {item} has 14 long bolts, the manual says 16. I stopped at step 6.'),
      agent(
        'Sorry for the half-finished evening. Two bolts (and two spare ones) are in the post to {city} today. Steps 7 to 9 do not need them, so you can go on and add them at the end.',
      ),
      note(
        'Third complaint about fitting bags of the same batch this month. Told the warehouse, they weigh the bags from today on.',
      ),
      customer('The envelope came this morning, the {item} stands. Thanks.'),
    ],
  ),
  talk(
    'company-invoice',
    'table',
    [
      'Invoice for our company, order {order}',
      'Invoice with our company name',
      'Please change the invoice of order {order}',
    ],
    [
      customer(
        'Order {order} was paid with the company card, but the invoice carries my own name. Our accountant will not take it. Can it be made out to the company?',
      ),
      agent('Of course. Please send me the exact company name, the address and the VAT number.'),
      customer(
        'Finch & Rook Partners, 12 Harbour Row, {city}. VAT number GB 000 0000 00. The cost centre 4410 would be nice to have on it as well.',
      ),
      agent(
        'Here is the corrected invoice with the cost centre in the reference line. The first one is cancelled in our books, so please use only this one.',
        { files: ['invoice'] },
      ),
    ],
  ),
  talk(
    'gift-card',
    'lamp',
    ['Gift card balance', 'How much is left on my gift card?', 'Gift card and a sale item'],
    [
      customer(
        'I paid part of order {order} with a gift card and have lost track. How much is left on it, and does it work for reduced items?',
      ),
      agent(
        'There are {fee} left, valid until {date} of next year. It works for everything, reduced items included, and can be split over several orders.',
      ),
      customer('Perfect, then the {item} will be mine.'),
    ],
  ),
  talk(
    'return',
    'lamp',
    ['Returning the {item}', 'Return of order {order}', 'The {item} is lovely but too tall'],
    [
      customer(
        'The {item} is well made, but 20 cm too tall for the place we had in mind. It is in its box again. How does a return work?',
      ),
      agent(
        'You have 30 days, no reason needed. The label is attached: print it, put it over the old one and hand the parcel to any post office in {city}. The money goes back the way it came within five days of arrival.',
        { files: ['label'] },
      ),
      customer('Dropped off this morning, they gave me a receipt.'),
      agent('It arrived and is in perfect order. I have just sent {amount} back to your card.'),
      customer('Received. That was painless.'),
    ],
  ),
  talk(
    'care',
    'table',
    ['How do I oil the {item}?', 'Rings on the table top', 'Care of oiled oak'],
    [
      customer('Somebody put a wet glass on the {item} and now there is a pale ring. Is that for ever?', {
        files: ['photo-scratch'],
      }),
      agent(
        'No. Rub along the grain with a fine pad (grade 000), wipe off the dust, then a thin coat of hard-wax oil, and leave it overnight. The care guide attached has it in pictures.',
        { files: ['care-guide'] },
      ),
      customer('The ring is gone and the table looks better than before. I might do the rest of it too!'),
    ],
  ),
  talk(
    'wrong-wood',
    'storage',
    ['Wrong wood: ash instead of {colour}', 'Not the {item} I ordered', 'Order {order}, wrong finish'],
    [
      customer(
        'We unpacked the {item} and it is plain ash. We ordered {colour}, and the order confirmation says so too.\n\nThis is how it looks next to our shelf:',
        { files: ['photo-room'], inline: true },
      ),
      note(
        'Label on the box says the right finish, so it was packed wrong. Asked the warehouse to check the other two of that day.',
      ),
      agent(
        'That is plainly our mistake, and I am sorry. The right one leaves {day}. The driver takes the other one with him, wrapped or not, so please do not pack anything.\n\nUntil then you can use the one you have.',
      ),
      customer('Thank you. Will he call before he comes? We are both at work until five.'),
      agent('He calls half an hour before. I have asked for a slot after 17:30.'),
      customer('Exchanged. The driver was very kind and even put it in its place.'),
    ],
  ),
  talk(
    'cafe-chairs',
    'chair',
    ['Quote for {quantity} pieces', '{quantity} chairs for a café', 'Chairs for our second room'],
    [
      customer(
        'We open a second room in spring and need {quantity} of the {item}. The list with the finishes is attached. What can you do about the price, and how long would it take?',
        { files: ['order-list'] },
      ),
      agent(
        'What a good reason to write. For {quantity} pieces we give {percent} per cent off, delivery included. Twelve are in stock; the others are made within five weeks.\n\nWould two deliveries be all right?',
      ),
      customer(
        'Two deliveries are fine as long as the first twelve are here before {date}. Could the stain-proof finish be added?',
      ),
      note('Finish costs us 6 per piece. Daryna agrees to give it for 5.'),
      agent(
        'The finish is 5 per piece and adds nothing to the time. I attach the offer with both dates; it holds for two weeks.',
        { files: ['invoice'] },
      ),
      customer('My partner asks whether the invoice can be split in two, one per delivery.'),
      agent('Yes: one invoice per delivery, each payable within 14 days.'),
      customer('Then we have a deal. Please send the order confirmation to this address.'),
      agent('Confirmed, with thanks. You will hear from the warehouse the day before each delivery.'),
    ],
  ),
  talk(
    'drawer',
    'storage',
    ['Drawer of the {item} is stuck', 'Broken runner, {item}', 'Is this covered by the guarantee?'],
    [
      customer(
        'After 14 months the second drawer of the {item} only opens half way. Something in the runner clicks. Do I still have a guarantee?',
      ),
      agent(
        'You do: five years on everything that moves. Is there a number printed on the runner, left side, near the front?',
      ),
      customer('It says K-450-R. It is hard to photograph in there.'),
      agent(
        'That is enough, thank you. A pair of K-450 runners is on its way. Two screws each, the drawer itself stays as it is.',
      ),
    ],
  ),
  talk(
    'code',
    'sofa',
    ['Code from your newsletter does not work', 'The {percent} % code is refused', 'Newsletter code: “not valid”'],
    [
      customer(
        'The code from your newsletter (below) is refused at the checkout as “not valid for these items”. The newsletter says everything in the house?',
        { look: 'forward' },
      ),
      agent(
        'You read it right, and our checkout was wrong: the {item} was missing from the list. It is fixed now. So that you need not start again, I have taken {percent} per cent off order {order} by hand.',
      ),
      customer('I see the new total. Thanks!'),
    ],
  ),
  talk(
    'stock',
    'lamp',
    ['When is the {item} back?', '{item} out of stock', 'Waiting for the {item}'],
    [
      customer('The {item} has been out of stock for weeks. Is it coming back, or shall I look for something else?'),
      agent(
        'It comes back: the next lot is due {day}. I have put your address on the list, so you hear of it an hour before the others.',
      ),
    ],
  ),
  talk(
    'late-refund',
    'chair',
    ['Refund for order {order}', 'Where is my refund?', 'Nine days and no refund'],
    [
      customer(
        'You wrote on {earlier} that {amount} are on their way. Nothing on my account so far. Could you look where they are?',
      ),
      agent(
        'I see the transfer in our books and asked the bank for its trace number. They answer within a day; I write as soon as I know.',
      ),
      customer('Still nothing. I am getting a little nervous.'),
      agent(
        'Understandably. The bank says that it came back because the account number had one digit too few. May I ask you to send it once more? I will transfer it myself within the hour.',
      ),
      customer('My mistake then, sorry. I have sent the number through the form on your page, not by mail.'),
      agent('That was wise. {amount} are on their way, trace number 5520-118.'),
      customer('It is here. Thank you for staying with it.'),
    ],
  ),
  talk(
    'through-the-door',
    'sofa',
    ['Will the {item} go through our door?', 'Measurements of the {item}', 'Narrow staircase'],
    [
      customer(
        'Our door is 76 cm wide and the stairs turn twice. Will the {item} come up in one piece? A sketch is attached.',
        { files: ['plan'] },
      ),
      agent(
        'Thank you for the sketch, that helps. The frame is 71 cm deep without its legs, and the back comes off with four bolts. It will go, upright in the turns. I would book two people, not one.',
      ),
      customer('Booked with two. Let us hope!'),
      customer('It is upstairs! Four millimetres to spare. I owe you a coffee.'),
    ],
  ),
  talk(
    'charged-twice',
    'table',
    ['Charged twice for order {order}', 'Two payments, one order', 'Double payment'],
    [
      customer('My bank shows {amount} twice for order {order}, a minute apart. I pressed the button once.', {
        files: ['screenshot'],
      }),
      agent(
        'Thank you for the picture of the statement. We have received one payment; the other is a reservation of the bank that falls off by itself within three days. If it is still there {day}, please write and I will call them.',
      ),
      customer('It has disappeared. All good.'),
    ],
  ),
  talk(
    'thank-you',
    'bed',
    ['Thank you', 'It looks wonderful', 'A photo for you'],
    [
      customer(
        'No question this time. The {item} stands, our daughter has not left it since, and I wanted to tell somebody. Photo attached.',
        { files: ['photo-room'] },
      ),
      agent('This made the round of the whole office. Thank you for taking the time, and good night to your daughter!'),
    ],
  ),
];
