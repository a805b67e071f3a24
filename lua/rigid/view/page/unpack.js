/* What Lua packed (packing.lua): numbers as little-endian bytes in base64, made into a typed array of the kind asked for. */

function unpack(text, Kind) {
    const bytes = atob(text);
    const buffer = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) buffer[i] = bytes.charCodeAt(i);
    return new Kind(buffer.buffer);
}
