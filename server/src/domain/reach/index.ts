export { type Placed, placesOfEvents } from './places-of-events.ts';
export { isWithinReach, ofTicketWithinReach, withinReach } from './within-reach.ts';
