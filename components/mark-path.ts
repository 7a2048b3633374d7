/** Two periods that were reported, and one that was not: an exclamation mark. Its edges fall on whole pixels at 16 px. */
export const MARK_PATH = "M6 8h4v16H6zM14 8h4v16h-4zM22 8h4v10h-4zM22 20h4v4h-4z";
