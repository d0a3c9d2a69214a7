import { config } from 'zod';

// zod tries whether it may make functions out of text. Our policy forbids that, and the browser reports every attempt.
// This stands before everything that declares a schema.
config({ jitless: true });
