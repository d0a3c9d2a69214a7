const plansAgeMilliseconds = 1000;
const plansAgeMillisecondsMax = 3_600_000;
const planAges = new WeakMap<object, { until: number; age: number }>();

/**
 * A plan is kept with its connection and made for tables as large as they were. In a young installation that is soon
 * wrong by far, and PostgreSQL notices only when it has analysed the table, minutes later: until then the first mails of
 * a large mailbox would be looked for row by row. So plans are thrown away, often at first, then more and more seldom.
 */
export function planAnew(client: object): string {
  const now = performance.now();
  const plans = planAges.get(client) ?? { until: now + plansAgeMilliseconds, age: plansAgeMilliseconds };
  planAges.set(client, plans);
  if (now < plans.until) return '';
  plans.age = Math.min(plans.age * 2, plansAgeMillisecondsMax);
  plans.until = now + plans.age;
  return 'discard plans; ';
}
