import { expect, test } from 'vitest';
import { isOfTicket } from './of-ticket.ts';

const rows = (noun: string, ...conditions: unknown[]) => [noun, 'row', { conditions }];

test('what a ticket\u2019s page shows of that ticket is kept', () => {
  for (const key of [
    rows('tickets', ['id', '=', 7]),
    ['messages', 'get', { conditions: [['ticket_id', '=', 7]] }, 'thread'],
    ['drafts', 'drafts/of-ticket', { ticket_id: 7 }],
    ['tickets', 'tickets/reply-defaults', { ticket_id: 7 }],
    rows('customers', ['id', '=', 3]),
    ['customers', 'customers/card', { id: 3 }],
  ])
    expect(isOfTicket(key, { id: 7, customer_id: 3 }), JSON.stringify(key)).toBe(true);
});

test('other tickets, other customers, lists, and what is nobody\u2019s ticket are not', () => {
  for (const key of [
    rows('tickets', ['id', '=', 8]),
    ['tickets', 'get', { conditions: [['view_type', '=', '']] }],
    ['tickets', 'get', { conditions: [['customer_id', '=', 3]] }],
    ['messages', 'get', { conditions: [['ticket_id', '=', 8]] }, 'thread'],
    rows('customers', ['id', '=', 7]),
    rows('mailboxes', ['id', '=', 7]),
    ['users', 'users/self', {}],
    ['api-tokens', 'api-tokens/list', {}],
    ['ticket', null],
    ['tickets'],
  ])
    expect(isOfTicket(key, { id: 7, customer_id: 3 }), JSON.stringify(key)).toBe(false);
});
