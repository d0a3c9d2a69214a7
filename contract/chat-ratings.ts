/** How visitors find a chat. By itself, because the desk shows ratings and speaks nothing else of what visitors do. */
export const ratings = ['bad', 'fair', 'good'] as const;
export type Rating = (typeof ratings)[number];
