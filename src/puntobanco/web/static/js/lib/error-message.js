/**
 * The one clear line of whatever was thrown.
 * @param {unknown} error
 */
export const errorMessage = (error) => (error instanceof Error ? error.message : String(error));
