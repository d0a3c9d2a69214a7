export { type Placed, placesOfEvents } from './places-of-events.ts';
export { covers, isWithinReach, ofTicketWithinReach, type Place, rulesSql, withinReach } from './within-reach.ts';
