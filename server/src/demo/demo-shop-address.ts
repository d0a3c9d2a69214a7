/** The quidget of the demo that stands on its own shop, and where that is. */
export const demoShopQuidget = 'Try the chat';
export const demoShopPath = '/v1/demo-shop';
