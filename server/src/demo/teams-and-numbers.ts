import type { ProductKey } from './lumen-and-oak.ts';

type Hours = [from: string, to: string][];
const showroom: Hours = [
  ['09:00', '13:00'],
  ['14:00', '18:00'],
];
const road: Hours = [['08:00', '20:00']];
const saturday: Hours = [['10:00', '15:00']];

/** When somebody is there. */
export const demoCalendars = [
  {
    name: 'Showroom',
    time_zone: 'Europe/London',
    week: { mon: showroom, tue: showroom, wed: showroom, thu: showroom, fri: showroom, sat: saturday, sun: [] },
    holidays: [
      { name: 'Christmas', from: '2024-12-25', to: '2024-12-26', is_yearly: 1 },
      { name: "New Year's Day", from: '2025-01-01', to: '2025-01-01', is_yearly: 1 },
    ],
  },
  {
    name: 'Vans on the road',
    time_zone: 'Europe/London',
    week: { mon: road, tue: road, wed: road, thu: road, fri: road, sat: road, sun: [] },
    holidays: [{ name: 'Christmas', from: '2024-12-24', to: '2024-12-27', is_yearly: 1 }],
  },
] as const;

/** Who works together, by address, and how many open tickets each should have at most. */
export const demoTeams: readonly {
  name: string;
  calendar: (typeof demoCalendars)[number]['name'];
  members: Readonly<Record<string, number | null>>;
}[] = [
  {
    name: 'Shop desk',
    calendar: 'Showroom',
    members: { tamsin: 15, bohdan: 15, oksana: 12, iryna: null },
  },
  { name: 'Delivery desk', calendar: 'Vans on the road', members: { rhys: 20, marta: 15, bohdan: 10 } },
  { name: 'Studio advice', calendar: 'Showroom', members: { edward: null, oksana: 10, tamsin: 8 } },
];

/** Numbers that are set aside for stories, so that nobody's telephone rings. The last ones are still in the pool. */
export const demoNumbers: readonly { number: string; name?: string; products: readonly ProductKey[] }[] = [
  { number: '+44 20 7946 0018', name: 'Showroom', products: ['SHP'] },
  { number: '+44 808 157 0192', name: 'Freephone', products: ['SHP'] },
  // The vans had the studio's line, and then one of their own.
  { number: '+44 117 496 0042', name: 'Dispatch', products: ['STD', 'DLV'] },
  { number: '+44 161 496 0077', products: ['STD'] },
  { number: '+44 113 496 0130', products: [] },
  { number: '+44 20 7946 0321', products: [] },
  { number: '+1 212 555 0148', products: [] },
];
