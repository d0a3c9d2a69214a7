import { passwordCost } from '#domain/accounts/passwords.ts';

// Hashing took a tenth of the processor time of the API's tests, and is not what stories are about. Those about its time pay the full price.
Object.assign(passwordCost, { memoryCost: 64, timeCost: 1 });
