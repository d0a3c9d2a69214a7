import { expect, test } from 'vitest';
import { peopleTable } from './people-table.ts';

test('who worked there, as the import of people reads it: with role, teams and scope, and no formula', () => {
  const ira = {
    name: 'Ira Melnyk',
    email: 'ira@lumenoak.test',
    role: 'supervisor',
    teams: ['Returns', 'Orders'],
    scope: 'own',
  };
  expect(peopleTable([ira, { name: '=1+1', email: 'x@lumenoak.test' }], ',')).toBe(
    '\uFEFFname,email,role,teams,scope\r\n' +
      'Ira Melnyk,ira@lumenoak.test,supervisor,"Returns, Orders",own\r\n' +
      "'=1+1,x@lumenoak.test,,,\r\n",
  );
});
