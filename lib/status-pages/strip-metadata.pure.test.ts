import { expect, test } from "vitest";
import { type ImageType, stripMetadata } from "./strip-metadata";

/** Images of 8 × 8 pixels by Pillow, with “n33dle” in EXIF, XMP, comments and behind the end. `length`: of what remains, whose pixels are the same. */
const IMAGES: [type: ImageType, length: number, base64: string][] = [
  [
    "image/png",
    303,
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAADXRFWHRBdXRob3IAbjMzZGxliJ4NEgAAABxpVFh0WE1MOmNvbS5hZG9iZS54bXAAAAAAAG4zM2RsZSB5ajoAAAAUelRYdHoAAHicyzM2TslJzaM7CQCYsyi1HhbUUgAAAHhlWElmTU0AKgAAAAgAAwEOAAIAAAAHAAAAMgE7AAIAAAAHAAAAOoglAAQAAAABAAAAQgAAAABuMzNkbGUAAG4zM2RsZQAAAAIAAQACAAAAAk4AAAAAAgAFAAAAAwAAAGAAAAAAAAAAMAAAAAEAAAAIAAAAAQAAAAAAAAABAznsugAAAPZJREFUeJwFwT8ohGEAx/Hv77nn3udI3aB3uFzXxeLkT4nhBt7BqCjLdaErw1kw2G4wyIi6iUNnUAaTRXGiK4OSUsjiz6ZOBgl1BuLz4ROCpMiWDcdbIdLjllJzmJZtj0zgeLcP6MKH6ASYDOTOYW8VutogUoAGu4kWx6CWhGIWEpdQX4fpQRg+gYT5Q2dP6HQSvTWi21b0nEcbMfTxi77Ujr2rCX9ILPWKmRtxPS/iU+LRF922goqvENmF/Rx0liGow+wcDKSgpCa8jmUR/xapHvHSJ6oHopoX9kgUuMKZe7nDBeOiKyE3+mPdjg07W/Fc/4hza/8MdTy+4pgUTAAAAABJRU5ErkJggmp1bmstbjMzZGxlLWFmdGVy",
  ],
  [
    "image/jpeg",
    668,
    "/9j/4AAQSkZJRgABAQAAAQABAAD/4QCARXhpZgAATU0AKgAAAAgAAwEOAAIAAAAHAAAAMgE7AAIAAAAHAAAAOoglAAQAAAABAAAAQgAAAABuMzNkbGUAAG4zM2RsZQAAAAIAAQACAAAAAk4AAAAAAgAFAAAAAwAAAGAAAAAAAAAAMAAAAAEAAAAIAAAAAQAAAAAAAAAB/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0NB8nOT04MjwuMzQy/9sAQwEJCQkMCwwYDQ0YMiEcITIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy/8AAEQgACAAIAwEiAAIRAQMRAf/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/EAB8BAAMBAQEBAQEBAQEAAAAAAAABAgMEBQYHCAkKC//EALURAAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0QoWJDThJfEXGBkaJicoKSo1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+v/dAAQAAf/aAAwDAQACEQMRAD8A8vs2OVkZItpkyzr3IHTOec8nn396KKK5KmHpt6o+r9vOm/de5//ZanVuay1uMzNkbGUtYWZ0ZXI=",
  ],
  [
    "image/gif",
    193,
    "R0lGODlhCAAIAIQAAAAAADMAAGYAAMwAAP8AAAAzADMzAGYzAJkzAMwzAAAAMzMAM2YAM5kAM8wAMwAzMzMzM2YzM5kzM8wzMwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACH+Bm4zM2RsZQAsAAAAAAgACAAACEYACQQAAACBAAQIAgwQQCCBAAMDIi5IQCCCgAQKBARgIKBAA4MKPiqQcMBBgwUCFjwQIGEBAwcRTEZoEGGBggUOJiiIACEgADtqdW5rLW4zM2RsZS1hZnRlcg==",
  ],
  [
    "image/webp",
    212,
    "UklGRloBAABXRUJQVlA4WAoAAAAcAAAABwAABwAAQUxQSEEAAAAAP1m6OZgbV/AIF1uYQUhf+YlwAHk4qPMXSy3uTBxB5QvV6m3Zqsai0GVtHJnYRYI6KkZvVxbV2VICtw9PogQ1lgBWUDggZAAAAFACAJ0BKggACAABQCYlsAJ0ugAQhxf7L4fjQAD+/aKqT2mOR0+QKfY1yEIrmEY1qT+v0Keoi23MUWbh/ndu8Sf0LC78Wdj1lUnRd/+rlPbp/whdPlb/1IkD/ttwnfv/9DfjAABFWElGeAAAAE1NACoAAAAIAAMBDgACAAAABwAAADIBOwACAAAABwAAADqIJQAEAAAAAQAAAEIAAAAAbjMzZGxlAABuMzNkbGUAAAACAAEAAgAAAAJOAAAAAAIABQAAAAMAAABgAAAAAAAAADAAAAABAAAACAAAAAEAAAAAAAAAAVhNUCAGAAAAbjMzZGxlanVuay1uMzNkbGUtYWZ0ZXI=",
  ],
];

test.each(IMAGES)(
  "of %s only the image stays, and what is cut or no image is refused",
  (type, length, base64) => {
    const bytes = Buffer.from(base64, "base64");
    expect(bytes.includes("n33dle")).toBe(true);
    const stripped = stripMetadata(bytes, type) ?? Buffer.alloc(0);
    expect(stripped).toHaveLength(length);
    for (const word of ["n33dle", "Exif", "EXIF"]) expect(stripped.includes(word)).toBe(false);
    expect(stripMetadata(stripped, type)).toEqual(stripped);
    expect(stripMetadata(stripped.subarray(0, -1), type)).toBeNull();
    for (let i = 12; i < bytes.length; i++) {
      stripMetadata(bytes.subarray(0, i), type);
      stripMetadata(Buffer.concat([bytes.subarray(0, i), Buffer.alloc(9, 0xff), bytes.subarray(i)]), type);
    }
  },
);
