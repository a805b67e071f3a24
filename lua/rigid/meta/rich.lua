---@meta rigid.rich
-- The typed reference: values as a page or a paper shows them. How it is written: see module.lua.

---@class rigid.Vec3
local Vec3 = {}
---@class rigid.Matrix
local Matrix = {}
---@class rigid.Vector
local Vector = {}
---@class rigid.Rotation
local Rotation = {}
---@class rigid.Transform
local Transform = {}
---@class rigid.SpatialMotion
local SpatialMotion = {}
---@class rigid.Twist
local Twist = {}
---@class rigid.SpatialAcc
local SpatialAcc = {}
---@class rigid.SpatialForce
local SpatialForce = {}
---@class rigid.Wrench
local Wrench = {}
---@class rigid.SpatialMomentum
local SpatialMomentum = {}
---@class rigid.RotationalInertia
local RotationalInertia = {}
---@class rigid.SpatialInertia
local SpatialInertia = {}
---@class rigid.ABI
local ABI = {}
---@class rigid.Model
local Model = {}

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Vec3(1, 2, 3):html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Vec3:html() end

---The value for a paper: a column, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Vec3(1, 2, 3):latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \end{bmatrix}
---```
function Vec3:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Matrix{{1, 2}, {3, 1e-9}}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Matrix:html() end

---The value for a paper: the matrix, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Matrix{{1, 2}, {3, 1e-9}}:latex())
-----> \begin{bmatrix} 1 & 2 \\ 3 & 1 \times 10^{-9} \end{bmatrix}
---```
function Matrix:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Vector{1, 2}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Vector:html() end

---The value for a paper: a column, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Vector{1, 2}:latex())
-----> \begin{bmatrix} 1 \\ 2 \end{bmatrix}
---```
function Vector:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Rotation.identity():html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Rotation:html() end

---The value for a paper: the 3 x 3 matrix, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Rotation.identity():latex())
-----> \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}
---```
function Rotation:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Transform{position = {1, 2, 3}}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Transform:html() end

---The value for a paper: the 4 x 4 matrix, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print((Transform{position = {1, 2, 3}}:latex():gsub(" .*$", "")))  --> \begin{bmatrix}
---```
function Transform:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((SpatialMotion{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function SpatialMotion:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(SpatialMotion{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function SpatialMotion:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Twist{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Twist:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Twist{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function Twist:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((SpatialAcc{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function SpatialAcc:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(SpatialAcc{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function SpatialAcc:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((SpatialForce{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function SpatialForce:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(SpatialForce{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function SpatialForce:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((Wrench{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function Wrench:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(Wrench{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function Wrench:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((SpatialMomentum{1, 2, 3, 4, 5, 6}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function SpatialMomentum:html() end

---The value for a paper: a column, linear part first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(SpatialMomentum{1, 2, 3, 4, 5, 6}:latex())
-----> \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \\ 5 \\ 6 \end{bmatrix}
---```
function SpatialMomentum:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((RotationalInertia{1, 2, 3}:html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function RotationalInertia:html() end

---The value for a paper: the 3 x 3 matrix, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print(RotationalInertia{1, 2, 3}:latex())
-----> \begin{bmatrix} 1 & 0 & 0 \\ 0 & 2 & 0 \\ 0 & 0 & 3 \end{bmatrix}
---```
function RotationalInertia:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((SpatialInertia.unitary():html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function SpatialInertia:html() end

---The value for a paper: the 6 x 6 matrix, linear first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print((SpatialInertia.unitary():latex():gsub(" .*$", "")))  --> \begin{bmatrix}
---```
function SpatialInertia:latex() end

---The value for a page: what it is, and its numbers as a table; what is text in it is escaped. Of more than 12 rows or columns
---those in the middle are left out.
---@return string html
---Example:
---```lua
---print((ABI(SpatialInertia.unitary()):html():gsub("^.*(<table><tr><td>.-</td>).*$", "%1")))  --> <table><tr><td>1</td>
---```
function ABI:html() end

---The value for a paper: the 6 x 6 matrix, linear first, to stand in mathematics; of more than 12 rows or columns those in the middle are left out.
---@return string latex
---Example:
---```lua
---print((ABI(SpatialInertia.unitary()):latex():gsub(" .*$", "")))  --> \begin{bmatrix}
---```
function ABI:latex() end

---The model for a page: its tree, as tostring tells it, escaped.
---@return string html
---Example:
---```lua
---local m = Model{name = "a<b"}
---print(m:html():match "^<pre>[^\n]*")  --> <pre>Model &#39;a&lt;b&#39;
---```
function Model:html() end
